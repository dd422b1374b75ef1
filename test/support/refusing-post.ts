import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type RefusingPost = { smtpUrl: string; close: () => Promise<void> }

/** A mail server that answers each mailbox with this status, and repeats it; with 535 it refuses the sign-in. */
export const startRefusingPost = async (status: number, words = 'It is refused.'): Promise<RefusingPost> => {
  const refusalOf = (words: string) => Object.assign(new Error(words), { responseCode: status })
  const isSignIn = status === 535
  const server = new SMTPServer({
    disabledCommands: isSignIn ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth: (_auth, _session, callback) => callback(refusalOf(words)),
    onRcptTo: ({ address }, _session, callback) => callback(refusalOf(`${words} <${address}>`)),
  })
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    smtpUrl: `smtp://${isSignIn ? 'us:wrong@' : ''}127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
