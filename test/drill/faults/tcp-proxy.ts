import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

type Link = { near: Socket; far: Socket | undefined; isDead: boolean }

/**
 * Passes bytes on to `target` and back. A link that is dead stays open and silent: nothing is passed in
 * either direction, not even that one side has closed, as when a network drops every packet.
 */
export const openTcpProxy = async (target: () => number) => {
  const links = new Set<Link>()
  let isHole = false

  const join = (link: Link): void => {
    const { near } = link
    const far = connect({ port: target(), host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    link.far = far
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => link.isDead || to.write(bytes))
      from.on('end', () => link.isDead || to.end())
      from.on('error', () => undefined)
      from.on('close', () => {
        if (link.isDead) return
        links.delete(link)
        to.destroy()
      })
    }
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const link: Link = { near, far: undefined, isDead: isHole }
    links.add(link)
    if (isHole) near.on('error', () => undefined)
    else join(link)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo

  return {
    port,
    /** From now on nothing passes, on the links that are open nor on new ones. */
    hole: (): void => {
      isHole = true
      for (const link of links) link.isDead = true
    },
    /** New links pass again; those that died stay dead. */
    openForNew: (): void => {
      isHole = false
    },
    close: (): void => {
      server.close()
      for (const { near, far } of links) for (const socket of [near, far]) socket?.destroy()
    },
  }
}
