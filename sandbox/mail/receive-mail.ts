import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = {
  from: string
  to: string[]
  subject: string
  text: string
  /** Where it has one. */
  html?: string
  /** As people and mail programs see them; absent where the mail has none. */
  fromName?: string
  replyTo?: string
  /** The headers that end mails of its kind, as they came. */
  unsubscribe?: string[]
  receivedAt: string
}

/** A server that takes every mail without a sign-in and sends none on. */
export const createMailServer = (received: (mail: Omit<ReceivedMail, 'receivedAt'>) => void): SMTPServer => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSMTPUTF8: false,
    disableReverseLookup: true,
    closeTimeout: CLOSE_MS,
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
      // With the first mail: half of what the sandbox would have to load before it is ready.
      const { simpleParser } = await import('mailparser')
      const { subject = '', text = '', html, from, replyTo, headerLines } = await simpleParser(stream)
      const endings = headerLines
        .filter(({ key }) => key.startsWith('list-'))
        .map(({ line }) => unfolded(line))
      const { mailFrom, rcptTo } = envelope
      const to = rcptTo.map(({ address }) => address)
      received({
        from: mailFrom ? mailFrom.address : '',
        to,
        subject,
        text: text.trim(),
        ...(html ? { html } : {}),
        ...(from?.value[0]?.name ? { fromName: from.value[0].name } : {}),
        ...(replyTo ? { replyTo: replyTo.text } : {}),
        ...(endings.length > 0 ? { unsubscribe: endings } : {}),
      })
    }),
  })
  // Without a listener, a client that disconnects in the middle of a mail would end the process.
  server.on('error', () => undefined)
  return server
}

const unfolded = (line: string): string => line.replace(/\r?\n\s+/g, ' ')

const CLOSE_MS = 1_000
