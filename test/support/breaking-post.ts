import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export type BreakingPost = { smtpUrl: string; taken: () => number; close: () => Promise<void> }

/** A mail server that breaks the connection: once it has read the whole mail, or at the sender's address. */
export const startBreakingPost = async (at: 'after-data' | 'before-data'): Promise<BreakingPost> => {
  let taken = 0
  const speak = (socket: Socket): void => {
    let inMail = false
    let heard = ''
    socket.on('error', () => undefined)
    socket.write('220 post.test\r\n')
    socket.on('data', (piece) => {
      heard += piece.toString('latin1')
      if (inMail) {
        if (!heard.endsWith('\r\n.\r\n')) return
        taken += 1
        socket.destroy()
        return
      }
      if (!heard.endsWith('\r\n')) return
      for (const line of heard.trimEnd().split('\r\n')) {
        if (line.startsWith('MAIL') && at === 'before-data') return void socket.destroy()
        inMail = line === 'DATA'
        socket.write(inMail ? '354 go on\r\n' : '250 fine\r\n')
      }
      heard = ''
    })
  }
  const server = createServer(speak).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    close: () => new Promise((done) => void server.close(() => done())),
  }
}
