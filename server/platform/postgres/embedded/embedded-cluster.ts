import { spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from './postgres-user.ts'
import { isRunning } from '../../process/is-running.ts'

export type Cluster = { folder: string; port: number; password: string }

export type ChosenCluster = Cluster & {
  /** Makes it where there is none, as a copy of the one below `prepared` where that can be copied. */
  make: (binaries: string) => void
}

/**
 * Where the cluster below `dataDir` is or will be, its port and its password; a server that was left behind there is
 * stopped.
 */
export const chooseCluster = async (
  dataDir: string,
  identity: Identity,
  prepared?: string,
): Promise<ChosenCluster> => {
  const file = join(dataDir, FILE)
  const known = clusterBelow(dataDir)
  // The one below `dataDir` first: the checkout may have been moved or copied since its path was recorded.
  const made = [join(realpathSync(dataDir), 'postgres'), ...(known ? [known.folder] : [])].find(isMade)
  const folder = made ?? clusterFolder(dataDir, identity)
  // Before a port is chosen, which the leftover server may still use.
  await stopLeftover(folder)
  // Its data folder was deleted, and with it the password: the owner began again.
  if (!known && dirname(folder) === tmpdir()) rmSync(folder, { recursive: true, force: true })
  const model = !made && prepared ? readModel(prepared) : undefined
  const cluster = {
    folder,
    port: await freePort(known?.port),
    password: model?.password ?? known?.password ?? randomBytes(18).toString('hex'),
  }
  // The password is written, whole, before it is used: after a kill at any moment the next start can connect.
  writeFileSync(`${file}.new`, JSON.stringify(cluster), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  const make = (binaries: string): void => {
    if (!made && !(model && copy(model.folder, folder, identity))) initialise(cluster, binaries, identity)
  }
  return { ...cluster, make }
}

const FILE = 'postgres.json'

/** The cluster that was made below `dataDir`, whether or not it runs. */
export const clusterBelow = (dataDir: string): Cluster | undefined => {
  const file = join(dataDir, FILE)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Cluster) : undefined
}

/** Undefined where it is another user's. */
const readModel = (prepared: string): Pick<Cluster, 'folder' | 'password'> | undefined => {
  try {
    const cluster = clusterBelow(prepared)
    return cluster && { ...cluster, folder: join(prepared, 'postgres') }
  } catch {
    return undefined
  }
}

/** Whoever made the other. False where it cannot be read, or where there is no `cp`. */
const copy = (from: string, folder: string, { uid, gid }: Identity): boolean => {
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  if (spawnSync('cp', ['-a', from, fresh]).status !== 0) return false
  if (uid !== undefined && spawnSync('chown', ['-R', `${uid}:${gid}`, fresh]).status !== 0) return false
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return true
}

const isMade = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'))

/**
 * Below `dataDir` where the database's user may enter it, else in a folder that it may: always the same one for the
 * same `dataDir`, so that starting anew leaves none behind.
 */
const clusterFolder = (dataDir: string, identity: Identity): string => {
  const place = realpathSync(dataDir)
  if (mayEnter(place, identity)) return join(place, 'postgres')
  const name = createHash('sha256').update(place).digest('hex').slice(0, 12)
  return join(tmpdir(), `goodword-postgres-${name}`)
}

/** Where the database's user may run the binaries: a copy, where it may not enter the checkout. */
export const reachableBinaries = (binaries: string, identity: Identity): string => {
  if (mayEnter(binaries, identity)) return binaries
  const native = dirname(binaries)
  const version = readFileSync(join(dirname(native), 'package.json'), 'utf8').match(
    /"version":\s*"([^"]+)"/,
  )?.[1]
  const copy = join(tmpdir(), `goodword-postgres-${version}`)
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, dereference: true })
  return join(copy, 'bin')
}

const mayEnter = (folder: string, identity: Identity): boolean =>
  identity.uid === undefined || spawnSync('test', ['-x', resolve(folder)], identity).status === 0

/** In a folder beside, which takes its place when it is whole. */
const initialise = (cluster: Cluster, binaries: string, identity: Identity): void => {
  const { password } = cluster
  const folder = `${cluster.folder}.new`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (identity.uid !== undefined)
    spawnSync('chown', [`${identity.uid}:${identity.gid}`, folder, passwordFile])
  const flags = ['--username=goodword', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync']
  const made = spawnSync(join(binaries, 'initdb'), ['-D', folder, `--pwfile=${passwordFile}`, ...flags], {
    ...identity,
    cwd: folder,
  })
  rmSync(passwordFile, { force: true })
  if (made.status !== 0)
    throw new Error(`PostgreSQL could not be set up in ${folder}: ${String(made.stderr)}`)
  rmSync(cluster.folder, { recursive: true, force: true })
  renameSync(folder, cluster.folder)
}

export const stopLeftover = async (folder: string): Promise<void> => {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!isRunning(pid)) return
  const isOurs = () => isRunning(pid) && (commandOf(pid).includes(folder) || placeOf(pid) === folder)
  if (!isOurs()) {
    // Another program has the process id since, which PostgreSQL would take for itself.
    rmSync(file, { force: true })
    return
  }
  process.kill(pid, 'SIGINT')
  for (let tries = 0; tries < 100 && isOurs(); tries += 1) await pause(100)
  if (isOurs()) throw new Error(`A PostgreSQL (pid ${pid}) still runs on ${folder}: stop it and start again.`)
}

const commandOf = (pid: number): string => {
  const file = `/proc/${pid}/cmdline`
  if (existsSync(file)) return readFileSync(file, 'utf8')
  return String(spawnSync('ps', ['-o', 'command=', '-p', String(pid)]).stdout ?? '')
}

/** Its working directory, which is its data folder, also after the folder was moved; its command is not. Linux only. */
const placeOf = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/**
 * Below the ports that systems assign by themselves: another program's connection could take ours while a killed
 * server is down, and it must come back on the port that the other processes use.
 */
const [LOWEST_PORT, HIGHEST_PORT] = [20_000, 29_999]
const PORTS_TRIED = 50

const freePort = async (wanted?: number): Promise<number> => {
  if (wanted !== undefined && (await isFree(wanted))) return wanted
  for (let tries = 0; tries < PORTS_TRIED; tries += 1) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port from ${LOWEST_PORT} to ${HIGHEST_PORT} was found for PostgreSQL.`)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
