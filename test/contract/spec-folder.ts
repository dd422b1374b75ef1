import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { needs } from '../support/needs.ts'

const find = (from: string): string | undefined => {
  const folder = join(from, 'shared/specs')
  if (existsSync(folder)) return folder
  return dirname(from) === from ? undefined : find(dirname(from))
}

/** Where the vendors' own API descriptions lie: `shared/specs` beside the repository or higher up, or nowhere. */
const specFolder = find(join(import.meta.dirname, '../..'))

/** For what reads them. */
export const withSpecs = needs(specFolder, 'the vendors’ API descriptions (shared/specs)')

/** The path of one description. Ask only where `specFolder` is there. */
export const specPath = (name: keyof typeof files): string => join(specFolder ?? '', files[name])

const files = {
  'xero-accounting': 'xero/xero_accounting.yaml',
  'xero-identity': 'xero/xero-identity.yaml',
  'xero-webhooks': 'xero/xero-webhooks.yaml',
  twilio: 'twilio/twilio_api_v2010.json',
  stripe: 'stripe/fixtures3.json',
}
