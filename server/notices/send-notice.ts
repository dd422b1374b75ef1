import { isOfMailbox, type Mail, type MailPort } from '../integrations/mail/mail.ts'
import { VendorFailure } from '../platform/errors.ts'
import type { Log } from '../platform/process/log.ts'

/** `no-answer`: the mail server is out of reach, so that the next would only wait for it, too. */
export type Mailed = 'sent' | 'not-sent' | 'no-answer'

/** No answer at all, or that the service is not available; any other may be about this one mailbox. */
const AWAY = new Set(['no-answer', 'smtp-421'])

/**
 * Settled once it is sent, or `undo` is, which may leave things as they are: the notice is then not tried again. Nor is
 * it where the server may have taken it, or where the mailbox itself is refused: neither is undone.
 */
export const sendNotice = async (
  { mail, log }: { mail: Pick<MailPort, 'send'>; log: Log },
  businessId: string,
  words: Mail,
  undo: (failure: VendorFailure) => Promise<unknown>,
): Promise<Mailed> => {
  try {
    await mail.send(words)
    return 'sent'
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    log.warn({ err: cause, business: businessId }, 'a notice was not taken')
    if (cause.kind !== 'outcome-unknown' && !isOfMailbox(cause)) await undo(cause)
    return AWAY.has(cause.code) ? 'no-answer' : 'not-sent'
  }
}
