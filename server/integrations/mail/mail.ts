import { createTransport } from 'nodemailer'
import { VendorFailure } from '../../platform/errors.ts'

export type MailPort = ReturnType<typeof createMail>

export type Mail = {
  to: string
  subject: string
  text: string
  /** Ends mails of this kind with one click: https://www.rfc-editor.org/rfc/rfc8058. Absent where they cannot end. */
  unsubscribeUrl?: string
}

const TIMEOUT_MS = 15_000

/** E-mail through any SMTP server. Without one nothing is sent, and `isOn` is false. */
export const createMail = ({ smtpUrl, from }: { smtpUrl: string | undefined; from: string }) => {
  const transport = smtpUrl
    ? createTransport({
        url: smtpUrl,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    : undefined

  return {
    isOn: transport !== undefined,
    /** Settled once the server has taken it. Throws VendorFailure. */
    send: async ({ to, subject, text, unsubscribeUrl }: Mail): Promise<void> => {
      if (!transport) throw new VendorFailure('mail', 'rejected', 'off', 'No SMTP server is set.')
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          headers: {
            ...(unsubscribeUrl ? endingBy(unsubscribeUrl) : {}),
            'Auto-Submitted': 'auto-generated',
          },
        })
      } catch (cause) {
        const status = (cause as { responseCode?: number }).responseCode ?? 0
        const kind = status >= 500 ? 'rejected' : 'retry-later'
        throw new VendorFailure(
          'mail',
          kind,
          status ? `smtp-${status}` : 'no-answer',
          'The mail was not taken.',
          {
            cause,
          },
        )
      }
    },
    close: (): void => transport?.close(),
  }
}

const endingBy = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
