import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

export type StallingProxy = {
  url: string
  /** From now on nothing more passes through the connections there are; with `closed`, none is opened either. */
  stall: (options?: { closed?: boolean }) => void
  /** New connections pass again. Those that stalled stay dead, as behind a firewall that forgot them. */
  open: () => void
  /** What is asked still reaches PostgreSQL, and its answers wait until `release`; `asked` is what came since. */
  withhold: () => { asked: () => string; release: () => void }
  close: () => Promise<void>
}

/**
 * Stands between a client and PostgreSQL, and loses connections the way a network does: without a word. A new one
 * reaches it after `slowMs`.
 */
export const startStallingProxy = async (url: string, { slowMs = 0 } = {}): Promise<StallingProxy> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const pairs = new Set<{ near: Socket; far: Socket }>()
  let isClosed = false
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => undefined).on('close', () => sockets.delete(near))
    if (isClosed) return near.pause()
    const far = connect(Number(target.port), target.hostname)
    sockets.add(far)
    far.on('error', () => near.destroy()).on('close', () => sockets.delete(far))
    pairs.add({ near, far })
    setTimeout(() => near.pipe(far).pipe(near), slowMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)

  return {
    url: through.href,
    stall: ({ closed = false } = {}) => {
      isClosed = closed
      for (const socket of sockets) socket.unpipe().pause()
    },
    open: () => {
      isClosed = false
    },
    withhold: () => {
      const chunks: Buffer[] = []
      const keep = (chunk: Buffer) => void chunks.push(chunk)
      for (const { near, far } of pairs) {
        far.unpipe(near)
        near.on('data', keep)
      }
      return {
        asked: () => Buffer.concat(chunks).toString('latin1'),
        release: () => {
          for (const { near, far } of pairs) {
            near.off('data', keep)
            far.pipe(near)
          }
        },
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
