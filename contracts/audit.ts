import { z } from 'zod'
import { moment, nextCursor, shape } from './shared/values.ts'

/** Every act that the audit log knows. Its rows are never changed: a name that was used is never given away. */
export const AUDIT_ACTS = [
  'signed-in',
  'granted-funds',
  'paused-business',
  'resumed-business',
  'swept-now',
  'erased-customer',
  'opened-as-owner',
  'closed-as-owner',
  'let-support-in',
  'let-support-out',
  'replayed-message',
  'dropped-message',
  'resent-text',
  'failed-text',
  'minted-codes',
  'released-code',
  'set-sender',
  'set-reminders',
  'exported-business',
  'asked-to-erase-business',
  'took-back-erasure',
  'erased-business',
] as const

export type AuditAct = (typeof AUDIT_ACTS)[number]

export const auditEntry = shape('AuditEntry', {
  id: z.uuid(),
  at: moment,
  actorKind: z.enum(['owner', 'operator', 'system']),
  actor: z
    .string()
    .describe('The address of an operator, the id of an owner, or the name of what acted by itself.'),
  act: z.string().describe('What was done.'),
  reason: z.string().nullable().describe('Why. An operator always gives one.'),
  details: z.record(z.string(), z.unknown()),
  businessId: z.uuid().nullable().describe('Null where it concerns the whole installation.'),
  businessName: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditPage = shape('AuditPage', { entries: z.array(auditEntry), nextCursor })
export type AuditPage = z.infer<typeof auditPage>
