import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The address of a pooler in front of this database that drops the startup options, as some are set to do. */
export const droppingPooler = async (url: string): Promise<string> => {
  const target = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    sockets.push(near, far)
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.once('data', (startup) => {
      far.write(withoutOptions(startup))
      near.pipe(far).pipe(near)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return through.href
}

/** Its length and the version of the protocol come first, then names and values in turn. */
const withoutOptions = (startup: Buffer): Buffer => {
  const words = startup.subarray(8).toString('utf8').split('\0')
  const at = words.indexOf('options')
  const kept = Buffer.from(words.toSpliced(at, at < 0 ? 0 : 2).join('\0'))
  const head = Buffer.from(startup.subarray(0, 8))
  head.writeUInt32BE(kept.length + 8)
  return Buffer.concat([head, kept])
}
