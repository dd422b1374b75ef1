/** Messages of PostgreSQL's protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html */
export type Message = { type: string; whole: Buffer }

const LENGTH_BYTES = 4

/** Whole messages at the beginning, and what is left. */
export const readMessages = (bytes: Buffer): { messages: Message[]; rest: Buffer } => {
  const messages: Message[] = []
  let at = 0
  while (bytes.length - at > LENGTH_BYTES) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    if (end > bytes.length) break
    messages.push({ type: String.fromCodePoint(bytes[at]!), whole: bytes.subarray(at, end) })
    at = end
  }
  return { messages, rest: bytes.subarray(at) }
}

/** The settings of a startup message, or undefined until it is whole. */
export const readStartup = (bytes: Buffer): Record<string, string> | undefined => {
  if (bytes.length < LENGTH_BYTES || bytes.length < bytes.readInt32BE(0)) return undefined
  const words = bytes.subarray(8, bytes.readInt32BE(0)).toString('utf8').split('\0')
  const settings: Record<string, string> = {}
  for (let at = 0; at + 1 < words.length && words[at]; at += 2) settings[words[at]!] = words[at + 1]!
  return settings
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + LENGTH_BYTES, 1)
  return Buffer.concat([head, body])
}

const words = (...list: string[]): Buffer => Buffer.from(list.map((one) => `${one}\0`).join(''), 'utf8')

export const simpleQuery = (text: string): Buffer => message('Q', words(text))

/** What a server says to a client that it lets in. */
export const welcome = (pid: number): Buffer => {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(value)
    return bytes
  }
  return Buffer.concat([
    message('R', number(0)),
    message('S', words('client_encoding', 'UTF8')),
    message('S', words('server_version', '18.4')),
    message('K', Buffer.concat([number(pid), number(1)])),
    message('Z', Buffer.from('I')),
  ])
}

export const errorMessage = (code: string, text: string): Buffer =>
  message('E', Buffer.concat([words('SFATAL', 'VFATAL', `C${code}`, `M${text}`), Buffer.from([0])]))

const textAt = (bytes: Buffer, from: number): string =>
  bytes.subarray(from, bytes.indexOf(0, from)).toString('utf8')

/** What a client asks for: the text of its statement, or the name under which it was prepared. */
export const readAsked = (messages: Message[], prepared: Map<string, string>): string => {
  let asked = ''
  for (const { type, whole } of messages) {
    if (type === 'Q') asked = textAt(whole, 5)
    if (type === 'P') {
      const name = textAt(whole, 5)
      asked = textAt(whole, 6 + Buffer.byteLength(name))
      prepared.set(name, asked)
    }
    if (type === 'B') {
      const portal = textAt(whole, 5)
      const name = textAt(whole, 6 + Buffer.byteLength(portal))
      asked = prepared.get(name) ?? asked
    }
  }
  return asked
}

/** Command tags, and the codes of errors, of an answer. */
export const readOutcome = (messages: Message[]): string =>
  messages
    .map(({ type, whole }) => {
      if (type === 'C') return textAt(whole, 5)
      if (type === 'E') return `error ${/C([0-9A-Z]{5})/.exec(whole.toString('latin1', 5))?.[1]}`
      return undefined
    })
    .filter((one) => one !== undefined)
    .join(', ')

/** The server tells of a cancelled statement; what it was cancelled for is known here only. */
export const withCode = (answer: Buffer, from: string, to: string): Buffer => {
  const at = answer.indexOf(`C${from}\0`, 0, 'latin1')
  if (at < 0) return answer
  const changed = Buffer.from(answer)
  changed.write(`C${to}`, at, 'latin1')
  return changed
}
