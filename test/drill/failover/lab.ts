import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { atExit } from '../../../bench/rig/at-exit.ts'
import { freePort } from '../../support/free-port.ts'
import { signalQuietly } from '../postgres-processes.ts'
import { canEachLead, loseLeader } from './etcd.ts'
import { LAB_NET, openLabNetwork, type Cable } from './lab-network.ts'
import { openLabNode, pidsWhere, type LabNode } from './lab-node.ts'
import { patroniApi, type Member } from './patroni-api.ts'

export type Lab = Awaited<ReturnType<typeof openLab>>
export type LabMember = LabNode & { address: string; cable: Cable; startPatroni: () => void }
export type Mode = 'strict' | 'asynchronous'

const DEPLOY = join(import.meta.dirname, '../../../deploy/patroni')
const NETWORK_OF_DEPLOY = '10.0.0.'
const NAMES = ['n1', 'n2', 'n3']
const PRODUCT = 'goodword'
const PASSWORD = 'lab'
/** A standby may be promoted that lacks much. */
const ASYNCHRONOUS = {
  synchronous_mode: false,
  synchronous_mode_strict: false,
  maximum_lag_on_failover: 100_000_000,
}
const UP_WITHIN_MS = 120_000
const LOOK_MS = 250
/** As in deploy/patroni/etcd-first.conf. */
const ETCD_NICE = -10

/** Three nodes with etcd, Patroni and PostgreSQL, and HAProxy beside the product, as deploy/patroni/ has them. */
export const openLab = async (root: string, mode: Mode) => {
  endLeftovers(root)
  const logs = mkdtempSync(join(tmpdir(), 'goodword-lab-'))
  const undo: (() => unknown)[] = []
  const close = (): void => {
    for (const step of undo.splice(0).toReversed()) step()
  }
  undo.push(
    atExit(() => endLeftovers(root)),
    () => endLeftovers(root),
  )
  try {
    const network = openLabNetwork()
    undo.push(network.close)
    mkdirSync(join(root, 'etc/goodword'), { recursive: true })
    for (const file of ['patroni.yml', 'haproxy.cfg'])
      cpSync(join(DEPLOY, file), join(root, 'etc/goodword', file))
    const nodes: LabMember[] = []
    for (const name of NAMES) {
      const settings = settingsOf(`${name}.env`)
      const node = await openLabNode(root, name, logs)
      undo.push(node.close)
      const address = settings['PATRONI_RESTAPI_LISTEN']!.split(':')[0]!
      const startPatroni = () => void node.start(['/usr/bin/patroni', '/etc/goodword/patroni.yml'], settings)
      node.start(['/usr/bin/etcd'], settings, ETCD_NICE)
      nodes.push({ ...node, address, cable: network.plug(name, address, node.pid), startPatroni })
    }
    for (const { startPatroni } of nodes) startPatroni()
    const port = await freePort()
    const haproxy = startHaproxy(root, port, logs)
    undo.push(() => haproxy.kill('SIGKILL'))

    const patroni = patroniApi(nodes.map(({ address }) => address))
    const nodeOf = (wanted: (member: Member) => boolean) => async (): Promise<LabMember> => {
      const found = (await patroni.members()).find(wanted)
      if (!found) throw new Error('The lab has no such node now.')
      return nodes.find(({ name }) => name === found.name)!
    }
    /**
     * Until there is a primary, and both others follow it, one of them synchronously, and etcd is whole. After a
     * partition Patroni goes on by what it knew: a fault that came then would be the second at once.
     */
    const untilWhole = async (): Promise<void> => {
      for (const end = Date.now() + UP_WITHIN_MS; ; await pause(LOOK_MS)) {
        const members = await patroni.members().catch(() => [])
        if (isWhole(members, mode) && (await canEachLead(nodes.map(({ address }) => address)))) return
        if (Date.now() > end)
          throw new Error(`The lab did not become whole: ${JSON.stringify(members)}; logs in ${logs}`)
      }
    }
    if (mode === 'asynchronous') {
      await untilAnswered(() => patroni.configure(ASYNCHRONOUS))
    }
    await untilWhole()
    const address = (login: string, database: string) => `postgres://${login}@127.0.0.1:${port}/${database}`
    const superuser = `postgres:${settingsOf('n1.env')['PATRONI_SUPERUSER_PASSWORD']}`
    await untilAnswered(() => makeDatabase(address(superuser, 'postgres')))

    return {
      mode,
      logs,
      nodes,
      patroni,
      /** As the product reaches it. */
      url: address(`${PRODUCT}:${PASSWORD}`, PRODUCT),
      adminUrl: address(superuser, PRODUCT),
      leader: nodeOf(({ role }) => role === 'leader'),
      standby: nodeOf(mode === 'strict' ? isSynchronous : ({ role }) => role === 'replica'),
      untilWhole,
      /** Asked of this node's etcd: nobody is the leader. */
      loseLeader: ({ address }: LabMember): Promise<void> => loseLeader(address),
      close,
      forgetLogs: () => rmSync(logs, { recursive: true, force: true }),
    }
  } catch (cause) {
    close()
    throw cause
  }
}

/** In Patroni's quorum mode all of them are. */
const isSynchronous = ({ role }: Member): boolean => role === 'sync_standby' || role === 'quorum_standby'

const isWhole = (members: Member[], mode: Mode): boolean => {
  const following = members.filter(({ role, state }) => role !== 'leader' && state === 'streaming')
  const isLed = members.some(({ role, state }) => role === 'leader' && state === 'running')
  return (
    isLed &&
    following.length === NAMES.length - 1 &&
    (mode === 'asynchronous' || following.some(isSynchronous))
  )
}

/** With the lab's addresses for those of an operator. */
const settingsOf = (file: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(join(DEPLOY, file), 'utf8')
      .replaceAll(NETWORK_OF_DEPLOY, LAB_NET)
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

const startHaproxy = (root: string, port: number, logs: string): ChildProcess => {
  const log = openSync(join(logs, 'haproxy.log'), 'a')
  return spawn('chroot', [root, '/usr/sbin/haproxy', '-db', '-f', '/etc/goodword/haproxy.cfg'], {
    env: { PATH: process.env['PATH'], ...settingsOf('haproxy.env'), GOODWORD_BIND: `127.0.0.1:${port}` },
    stdio: ['ignore', log, log],
  })
}

/** As deploy/patroni/README.md has it. */
const makeDatabase = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`drop database if exists ${PRODUCT}`)
    await client.query(`drop role if exists ${PRODUCT}`)
    await client.query(`create role ${PRODUCT} login createrole password '${PASSWORD}'`)
    await client.query(`create database ${PRODUCT} owner ${PRODUCT}`)
  } finally {
    await client.end()
  }
}

const untilAnswered = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  for (const end = Date.now() + UP_WITHIN_MS; ; await pause(LOOK_MS)) {
    try {
      return await ask()
    } catch (cause) {
      if (Date.now() > end) throw cause
    }
  }
}

/** Whatever an earlier lab left behind: only its own processes have this root. */
const endLeftovers = (root: string): void => {
  for (const pid of pidsWhere('root', root)) signalQuietly(pid, 'SIGKILL')
}
