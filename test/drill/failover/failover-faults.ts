import { setTimeout as pause } from 'node:timers/promises'
import { signalQuietly } from '../postgres-processes.ts'
import type { Scene } from '../faults/scene.ts'
import type { Fault } from '../faults/fault.ts'
import { commandOf } from './command-of.ts'
import type { Lab, LabMember } from './lab.ts'

type Strike = (lab: Lab, seconds: number, scene: Scene) => Promise<void>
type FailoverFault = { name: string; words: string; seconds: number; forgets?: boolean; strike: Strike }

/** What is refused comes again every few seconds: after half a minute that is 200 calls a second. */
const RATE = 10
const MINUTE_S = 60
/** As long as it takes to be sure that the others have elected another primary. */
const LONGER_THAN_A_LEASE_S = 35
const REPLACED_AT_ONCE_S = 10
/** As long as an old primary takes to find its lease free, with all of its sessions to end. */
const TAKES_IT_AGAIN_MS = 3_000
/** Shorter than the time after which a standby is taken for lost. */
const AHEAD_MS = 3_500

const switchover: FailoverFault = {
  name: 'switchover',
  words: 'the operator makes the synchronous standby the primary (patronictl switchover)',
  seconds: 10,
  strike: async (lab, seconds) => {
    const [leader, standby] = [await lab.leader(), await lab.standby()]
    await lab.patroni.switchover(leader.address, leader.name, standby.name)
    await pause(seconds * 1000)
  },
}

const killed: FailoverFault = {
  name: 'killed',
  words: 'Patroni and PostgreSQL of the primary are killed (SIGKILL), and started after it was replaced',
  seconds: LONGER_THAN_A_LEASE_S,
  strike: async (lab, seconds) => {
    const leader = await lab.leader()
    for (const pid of withoutEtcd(leader)) signalQuietly(pid, 'SIGKILL')
    await pause(seconds * 1000)
    leader.startPatroni()
  },
}

const postmaster: FailoverFault = {
  name: 'postmaster',
  words: 'PostgreSQL of the primary is killed (SIGKILL), its Patroni goes on',
  seconds: REPLACED_AT_ONCE_S,
  strike: async (lab, seconds) => {
    const leader = await lab.leader()
    for (const pid of leader.processes())
      if (/postgres/.test(commandOf(pid)) && !/patroni/.test(commandOf(pid))) signalQuietly(pid, 'SIGKILL')
    await pause(seconds * 1000)
  },
}

const outrun: FailoverFault = {
  name: 'outrun',
  words:
    'the standbys get nothing for some seconds, in which the primary goes on; then it is killed (SIGKILL)',
  seconds: LONGER_THAN_A_LEASE_S,
  forgets: true,
  strike: async (lab, seconds) => {
    const leader = await lab.leader()
    const others = lab.nodes.filter(({ name }) => name !== leader.name).map(({ address }) => address)
    leader.cable.sendNothingTo(others)
    await pause(AHEAD_MS)
    for (const pid of withoutEtcd(leader)) signalQuietly(pid, 'SIGKILL')
    // What the kernel still holds of it must not arrive either.
    await pause(seconds * 1000)
    leader.cable.sendAgainTo(others)
    leader.startPatroni()
  },
}

const frozen: FailoverFault = {
  name: 'frozen',
  words: 'every process of the primary’s node is stopped (SIGSTOP), and goes on after it was replaced',
  seconds: LONGER_THAN_A_LEASE_S,
  strike: (lab, seconds) =>
    frozenFor(
      lab,
      seconds,
      () => undefined,
      () => undefined,
    ),
}

const side: FailoverFault = {
  name: 'side',
  words: 'the primary’s node and a worker beside it are stopped for a minute, and go on',
  seconds: MINUTE_S,
  strike: (lab, seconds, { processes }) => {
    const worker = processes['worker-1']
    return frozenFor(
      lab,
      seconds,
      () => worker.signal('SIGSTOP'),
      () => worker.signal('SIGCONT'),
    )
  },
}

const returned: FailoverFault = {
  name: 'returned',
  words: 'the primary’s node is stopped for a minute; as it goes on, its successor has lost its lease to it',
  seconds: MINUTE_S,
  strike: async (lab, seconds) => {
    const old = await lab.leader()
    const patronis = lab.nodes
      .filter(({ name }) => name !== old.name)
      .flatMap((node) => node.processes().filter((pid) => commandOf(pid).includes('/usr/bin/patroni')))
    old.signalAll('SIGSTOP')
    try {
      await pause(seconds * 1000)
      // What etcd did by itself, when it was its leader that had stood still: it ended leases that had been renewed.
      for (const pid of patronis) signalQuietly(pid, 'SIGSTOP')
      await lab.loseLeader(lab.nodes.find(({ name }) => name !== old.name)!)
    } finally {
      old.signalAll('SIGCONT')
    }
    await pause(TAKES_IT_AGAIN_MS)
    for (const pid of patronis) signalQuietly(pid, 'SIGCONT')
  },
}

const cutPrimary: FailoverFault = {
  name: 'cut-primary',
  words: 'the cable of the primary’s node is pulled, and plugged in after it was replaced',
  seconds: LONGER_THAN_A_LEASE_S,
  strike: async (lab, seconds) => cutFor(await lab.leader(), seconds),
}

const cutStandby: FailoverFault = {
  name: 'cut-standby',
  words: 'the cable of the synchronous standby’s node is pulled, and plugged in again',
  seconds: LONGER_THAN_A_LEASE_S,
  strike: async (lab, seconds) => cutFor(await lab.standby(), seconds),
}

const etcd: FailoverFault = {
  name: 'etcd',
  words: 'etcd is stopped (SIGSTOP) on all nodes, and goes on',
  seconds: LONGER_THAN_A_LEASE_S,
  strike: async ({ nodes }, seconds) => {
    const all = nodes.flatMap((node) => node.processes().filter((pid) => programOf(pid).endsWith('etcd')))
    for (const pid of all) signalQuietly(pid, 'SIGSTOP')
    try {
      await pause(seconds * 1000)
    } finally {
      for (const pid of all) signalQuietly(pid, 'SIGCONT')
    }
  },
}

const cutEtcd: FailoverFault = {
  name: 'cut-etcd',
  words: 'no node reaches etcd on another one, and PostgreSQL goes on between them; then they do again',
  seconds: LONGER_THAN_A_LEASE_S,
  strike: async ({ nodes }, seconds) => {
    for (const { cable } of nodes) cable.loseEtcd()
    try {
      await pause(seconds * 1000)
    } finally {
      for (const { cable } of nodes) cable.reachEtcd()
    }
  },
}

const EVERY: FailoverFault[] = [
  switchover,
  postmaster,
  killed,
  outrun,
  frozen,
  returned,
  cutPrimary,
  cutStandby,
  etcd,
  cutEtcd,
  side,
]

/** As the traffic, the checker and the table of the other faults take them. */
export const failoverFaults = (lab: () => Lab): Fault[] =>
  EVERY.map(({ strike, ...fault }) => ({
    ...fault,
    rate: RATE,
    isFailover: true,
    strike: async (scene, seconds) => {
      await strike(lab(), seconds, scene)
      return []
    },
  }))

const frozenFor = async (
  lab: Lab,
  seconds: number,
  also: () => void,
  backAgain: () => void,
): Promise<void> => {
  const leader = await lab.leader()
  leader.signalAll('SIGSTOP')
  also()
  try {
    await pause(seconds * 1000)
  } finally {
    leader.signalAll('SIGCONT')
    backAgain()
  }
}

const cutFor = async ({ cable }: LabMember, seconds: number): Promise<void> => {
  cable.cut()
  try {
    await pause(seconds * 1000)
  } finally {
    cable.mend()
  }
}

const withoutEtcd = (node: LabMember): number[] =>
  node.processes().filter((pid) => !programOf(pid).endsWith('etcd'))
const programOf = (pid: number): string => commandOf(pid).split(' ')[0]!
