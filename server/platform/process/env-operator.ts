import { z } from 'zod'
import { credential } from './env-values.ts'

const names = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )

/** Who may sign in to the operator's console, and where. All optional: without them there is no console. */
export const operatorSettings = {
  OPERATOR_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  OPERATOR_OIDC_CLIENT_ID: credential.optional(),
  OPERATOR_OIDC_CLIENT_SECRET: credential.optional(),
  OPERATOR_EMAILS: names.transform((all) => all.map((email) => email.toLowerCase())),
  OPERATOR_GROUPS: names,
  OPERATOR_GROUP_CLAIM: z.string().min(1).default('groups'),
}

const TOGETHER = ['OPERATOR_OIDC_ISSUER', 'OPERATOR_OIDC_CLIENT_ID', 'OPERATOR_OIDC_CLIENT_SECRET']

/** Half a console is a mistake: no operator could sign in, or it is not known where. */
export const operatorFaults = (given: Record<string, unknown>): string[] => {
  const isNamed = ['OPERATOR_EMAILS', 'OPERATOR_GROUPS'].some((name) => names.parse(given[name]).length > 0)
  const missing = TOGETHER.filter((name) => !given[name])
  if (missing.length === TOGETHER.length && !isNamed) return []
  const faults = missing.map((name) => `${name} is missing: the operator's console needs it`)
  if (!isNamed) faults.push('OPERATOR_EMAILS is missing: give it, or OPERATOR_GROUPS')
  return faults
}
