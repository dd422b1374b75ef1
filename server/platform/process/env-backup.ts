import { z } from 'zod'
import { isRecipient } from './age-recipient.ts'
import { databaseUrl } from './env-addresses.ts'
import { credential } from './env-values.ts'

type Given = Record<string, string | undefined>

const BETWEEN = (least: number, most: number) => `must be a whole number from ${least} to ${most}`
const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: BETWEEN(least, most) })
    .int(BETWEEN(least, most))
    .min(least, BETWEEN(least, most))
    .max(most, BETWEEN(least, most))

/** Public keys of age, comma-separated: each of their private keys opens a backup. */
const recipients = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((all) => all.every(isRecipient), {
    error: 'must be a public key that begins with age1 (`goodword backup keygen`)',
  })

/** Where and how backups are made (docs/BACKUPS.md). */
export const backupSettings = {
  BACKUP_TO: z
    .string()
    .regex(
      /^(\/|\.{1,2}\/|s3:\/\/[a-z0-9][a-z0-9.-]+(\/|$))/,
      'must be a folder that begins with / or ./, or s3://bucket/folder',
    )
    .transform((text) => text.replace(/(?<=.)\/+$/, ''))
    .optional(),
  BACKUP_KEY: recipients.optional(),
  BACKUP_KEEP: whole(1, 1000).default(14),
  /** UTC. */
  BACKUP_HOUR: whole(0, 23).default(16),
  BACKUP_VERIFY_IDENTITY_FILE: z.string().min(1).optional(),
  /** Of the server and login that make the throwaway database of a trial, where the one of ours may not. */
  BACKUP_VERIFY_DATABASE_URL: databaseUrl.optional(),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  BACKUP_S3_REGION: z.string().min(1).default('us-east-1'),
  BACKUP_S3_KEY_ID: credential.optional(),
  BACKUP_S3_SECRET: credential.optional(),
}

export const backupFaults = (given: Given): string[] => {
  const faults: string[] = []
  if (given['BACKUP_TO'] && !given['BACKUP_KEY'])
    faults.push('BACKUP_KEY is missing: backups are encrypted to it (`goodword backup keygen` makes one)')
  if (given['BACKUP_TO']?.startsWith('s3://'))
    for (const name of ['BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET'])
      if (!given[name]) faults.push(`${name} is missing: BACKUP_TO is a store that asks for it`)
  return faults
}
