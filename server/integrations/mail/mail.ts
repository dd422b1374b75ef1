import { connect } from 'node:net'
import { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'
import type { Options } from 'nodemailer/lib/smtp-transport'
import { VendorFailure, type VendorFailureKind } from '../../platform/errors.ts'

export type MailPort = ReturnType<typeof createMail>

export type Mail = {
  to: string
  subject: string
  text: string
  /** The same for programs that show it. */
  html?: string
  /** Shown as the sender, before our own address. */
  fromName?: string
  replyTo?: string
  /** Ends mails of this kind with one click: https://www.rfc-editor.org/rfc/rfc8058. Absent where they cannot end. */
  unsubscribeUrl?: string
}

const TIMEOUT_MS = 15_000

export type MailConfig = {
  smtpUrl: string | undefined
  from: string
  /** Hands nothing over to a server that does not encrypt; `smtps://` always does. */
  demandsTls?: boolean
  timeoutMs?: number
}

/** E-mail through any SMTP server. Without one nothing is sent, and `isOn` is false. */
export const createMail = ({ smtpUrl, from, demandsTls = false, timeoutMs = TIMEOUT_MS }: MailConfig) => {
  const url = smtpUrl && demandsTls ? withTls(smtpUrl) : smtpUrl
  // With the first mail: 10 MB of code, and most processes never send one.
  let opened: Promise<Transporter> | undefined

  return {
    isOn: Boolean(url),
    /**
     * Settled once the server has taken it. Throws VendorFailure; `outcome-unknown` where the server may have taken it,
     * because the connection broke after the mail was begun.
     */
    send: async ({ to, subject, text, html, fromName, replyTo, unsubscribeUrl }: Mail): Promise<void> => {
      if (!url) throw new VendorFailure('mail', 'rejected', 'off', 'No SMTP server is set.')
      let hasBegun = false
      try {
        const transport = await (opened ??= openTransport(url, timeoutMs))
        const begin = { onBegun: () => void (hasBegun = true) }
        await transport.sendMail({
          ...begin,
          from: fromName ? { name: fromName, address: addressIn(from) } : from,
          ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
          to: { name: '', address: to },
          subject,
          text,
          ...(html ? { html } : {}),
          headers: {
            ...(unsubscribeUrl ? endingBy(unsubscribeUrl) : {}),
            'Auto-Submitted': 'auto-generated',
          },
        })
      } catch (cause) {
        const { responseCode: status = 0, code } = cause as SmtpError
        const answer = status ? `smtp-${status}` : 'no-answer'
        const kind = hasBegun && status === 0 ? 'outcome-unknown' : kindOf(status, code)
        const known = withoutAddresses(cause as SmtpError)
        throw new VendorFailure('mail', kind, answer, 'The mail was not taken.', { cause: known })
      }
    },
    /** Signs in at the server and hands nothing over. Throws VendorFailure. */
    reach: async (): Promise<void> => {
      if (!url) return
      const transport = await (opened ??= openTransport(url, timeoutMs))
      await transport.verify().catch((cause: SmtpError & { message: string }) => {
        const { responseCode: status = 0, code, message } = cause
        throw new VendorFailure('mail', kindOf(status, code), answerOf(cause), message, { cause })
      })
    },
    close: (): void => void opened?.then((transport) => transport.close()),
  }
}

const openTransport = async (url: string, timeoutMs: number): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  const limits = { getSocket: connectFor(timeoutMs), disableFileAccess: true, disableUrlAccess: true }
  const transport = createTransport({ url, ...limits })
  transport.use('stream', (mail, done) => {
    const { onBegun } = mail.data as { onBegun?: () => void }
    if (onBegun) mail.message.processFunc((words) => Readable.from(notingBegin(words, onBegun)))
    done()
  })
  return transport
}

/** The library reads a mail only once the server has answered DATA, and from then on its outcome may get lost. */
async function* notingBegin(words: Readable, onBegun: () => void): AsyncGenerator<Uint8Array> {
  onBegun()
  for await (const piece of words) yield piece as Uint8Array
}

/** What the failure of `reach` is called where the server does not encrypt, and has to. */
export const NO_STARTTLS = 'no-starttls'

const answerOf = ({ responseCode, code, command }: SmtpError): string => {
  if (code === 'EAUTH') return 'configuration'
  if (command === 'STARTTLS') return NO_STARTTLS
  return responseCode ? `smtp-${responseCode}` : 'no-answer'
}

type SmtpError = {
  code?: string
  responseCode?: number
  command?: string
  response?: string
  isOfUs?: boolean
}

/** Without the library's words, which end with the server's answer: servers repeat the address of the mailbox there. */
const withoutAddresses = ({ code, responseCode, command, response = '' }: SmtpError): Error =>
  Object.assign(new Error(['SMTP', code, responseCode, command].filter(Boolean).join(' ')), {
    code,
    responseCode,
    command,
    isOfUs: OF_US.test(response),
  })

/** A refusal by policy (RFC 3463, 5.7), or to relay for us: many servers give it only once a mailbox is named. */
const OF_US = /\b5\.7\.\d|\brelay/i

/** True of a refusal that is about this mailbox, or of what is no address; false of one about us or our words. */
export const isOfMailbox = ({ kind, cause }: VendorFailure): boolean => {
  const { code, command, isOfUs } = (cause ?? {}) as SmtpError
  const isAtMailbox = code === 'EENVELOPE' && (command === 'RCPT TO' || command === 'API')
  return kind === 'rejected' && isAtMailbox && !isOfUs
}

/** The address in `Goodword <no-reply@goodword.test>`. */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

/** Without an answer it is the server that cannot be reached, unless the address is none. */
const kindOf = (status: number, code: string | undefined): VendorFailureKind => {
  // Our sign-in is refused, whatever the mail is.
  if (code === 'EAUTH') return 'reconnect'
  return status >= 500 || (status === 0 && code === 'EENVELOPE') ? 'rejected' : 'retry-later'
}

/** In the address, because what is said there wins over every other option. */
const withTls = (smtpUrl: string): string => {
  const url = new URL(smtpUrl)
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

/** The library's own limits begin again with each letter that comes; this one spans the whole mail. */
const connectFor =
  (timeoutMs: number) =>
  ({ host, port, secure }: Options, callback: (fault: Error | null, socket?: object) => void): void => {
    const socket = connect({ host: host ?? 'localhost', port: Number(port ?? (secure ? 465 : 587)) })
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), timeoutMs)
    socket.once('close', () => clearTimeout(timer))
    socket.once('error', callback)
    socket.once('connect', () => {
      socket.off('error', callback)
      callback(null, { connection: socket })
    })
  }

const endingBy = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
