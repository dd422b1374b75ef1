import { createServer, type Server, type Socket } from 'node:net'

export type ReceivedMail = { from: string; to: string[]; subject: string; text: string; receivedAt: string }

/** As much of SMTP (RFC 5321) as a mail program needs to hand over a mail: no sign-in, no TLS, nothing leaves. */
export const createSmtpServer = (received: (mail: Omit<ReceivedMail, 'receivedAt'>) => void): Server =>
  createServer((socket) => {
    const talk = { from: '', to: [] as string[], isData: false, text: '' }
    let buffered = ''
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    say(socket, '220 sandbox ESMTP')
    socket.on('data', (chunk: string) => {
      buffered += chunk
      let end = buffered.indexOf('\r\n')
      while (end >= 0) {
        line(buffered.slice(0, end))
        buffered = buffered.slice(end + 2)
        end = buffered.indexOf('\r\n')
      }
    })

    const line = (text: string): void => {
      if (!talk.isData) return command(text)
      if (text !== '.') {
        talk.text += `${text.replace(/^\./, '')}\r\n`
        return
      }
      talk.isData = false
      received({ from: talk.from, to: talk.to, ...readMail(talk.text) })
      Object.assign(talk, { from: '', to: [], text: '' })
      say(socket, '250 2.0.0 taken')
    }

    const command = (text: string): void => {
      const address = /<([^>]*)>/.exec(text)?.[1] ?? ''
      switch (text.slice(0, 4).toUpperCase()) {
        case 'EHLO':
          return say(socket, '250-sandbox\r\n250-8BITMIME\r\n250 SMTPUTF8')
        case 'MAIL':
          talk.from = address
          return say(socket, '250 2.1.0 ok')
        case 'RCPT':
          talk.to.push(address)
          return say(socket, '250 2.1.5 ok')
        case 'DATA':
          talk.isData = true
          return say(socket, '354 go on, end with a dot')
        case 'QUIT':
          say(socket, '221 2.0.0 bye')
          socket.end()
          return undefined
        case 'HELO':
        case 'RSET':
        case 'NOOP':
          return say(socket, '250 2.0.0 ok')
        default:
          return say(socket, '502 5.5.1 not here')
      }
    }
  })

const say = (socket: Socket, text: string): void => void socket.write(`${text}\r\n`)

const readMail = (raw: string): { subject: string; text: string } => {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? ''
  const body = rest.join('\r\n\r\n')
  const encoding = header('Content-Transfer-Encoding').toLowerCase()
  return { subject: decodeWords(header('Subject')), text: decodeBody(body, encoding).trim() }
}

const decodeBody = (body: string, encoding: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body
}

const decodeQuoted = (text: string): string =>
  text.replace(/(=[0-9A-F]{2})+/gi, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'))

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` (RFC 2047). */
const decodeWords = (text: string): string =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
