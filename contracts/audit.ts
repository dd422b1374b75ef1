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
  'failed-text',
  'minted-codes',
  'downloaded-sheet',
  'exported-business',
  'asked-to-erase-business',
  'took-back-erasure',
  'erased-business',
] as const

export type AuditAct = (typeof AUDIT_ACTS)[number]
