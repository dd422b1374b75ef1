// Plain JavaScript, because bin/install.mjs needs it before there is a Node that reads TypeScript.
import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * True when this process is now the one at `work` in this folder, false when another one is. The claim is a listening
 * socket: it ends with its process, however that ends.
 */
export const claim = async (folder, work) => {
  const address = socketFor(`${work}${realpathSync(folder)}`)
  if (await listen(address)) return true
  if (!isFile(address) || (await answers(address))) return false
  rmSync(address, { force: true })
  return listen(address)
}

/** On Linux and Windows a name that leaves no file behind, and that is the same whatever TMPDIR is. */
const socketFor = (text) => {
  const name = `goodword-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  if (platform() === 'linux') return `\0${name}`
  return platform() === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

const isFile = (address) => address.startsWith('/')

/** False when another process has this address. */
const listen = (address) =>
  new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (cause) => (cause.code === 'EADDRINUSE' ? done(false) : fail(cause)))
    server.listen(address, () => {
      server.unref()
      done(true)
    })
  })

const answers = (address) =>
  new Promise((done) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
