import { callbackify } from 'node:util'
import { simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = {
  from: string
  to: string[]
  subject: string
  text: string
  /** Where it has one. */
  html?: string
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
      const { subject = '', text = '', html } = await simpleParser(stream)
      const { mailFrom, rcptTo } = envelope
      const to = rcptTo.map(({ address }) => address)
      received({
        from: mailFrom ? mailFrom.address : '',
        to,
        subject,
        text: text.trim(),
        ...(html ? { html } : {}),
      })
    }),
  })
  // Without a listener, a client that disconnects in the middle of a mail would end the process.
  server.on('error', () => undefined)
  return server
}

const CLOSE_MS = 1_000
