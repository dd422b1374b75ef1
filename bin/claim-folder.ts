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
  if (await listen(address)) return
  const isStale = isFile(address) && !(await answers(address))
  if (isStale) rmSync(address, { force: true })
  if (isStale && (await listen(address))) return
  throw new Refusal(
    'already-running',
    409,
    `Goodword is running already with the data in ${dataDir}. Stop that one first, or set DATA_DIR, PORT and SANDBOX_PORT for a second.`,
  )
}

/** On Linux and Windows a name that leaves no file behind, and that is the same whatever TMPDIR is. */
const socketFor = (folder: string): string => {
  const name = `goodword-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (platform() === 'linux') return `\0${name}`
  return platform() === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

const isFile = (address: string): boolean => address.startsWith('/')

/** False when somebody has this address. */
const listen = (address: string): Promise<boolean> =>
  new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (cause: NodeJS.ErrnoException) =>
      cause.code === 'EADDRINUSE' ? done(false) : fail(cause),
    )
    server.listen(address, () => {
      server.unref()
      done(true)
    })
  })

const answers = (address: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
