import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../server/platform/errors.ts'

/**
 * One `npm start` per data folder. The claim is a listening socket: it goes with its process, however that ends.
 * Throws Refusal when another one has it.
 */
export const claimFolder = async (dataDir: string): Promise<void> => {
  mkdirSync(dataDir, { recursive: true })
  const address = socketFor(realpathSync(dataDir))
  if (await answers(address)) {
    throw new Refusal(
      'already-running',
      409,
      `Goodword is running already with the data in ${dataDir}. Stop that one first, or set DATA_DIR and PORT for a second.`,
    )
  }
  if (platform() !== 'win32') rmSync(address, { force: true })
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(address, done)
  })
  server.unref()
}

const socketFor = (folder: string): string => {
  const name = `goodword-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  return platform() === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

const answers = (address: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
