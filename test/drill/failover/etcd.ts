import { setTimeout as pause } from 'node:timers/promises'

/** An answer needs a leader, which a quorum has confirmed. */
const ANSWERS_MS = 1_000
const FOLLOWS_WITHIN_MS = 1_000
const LOOK_MS = 50
const LEADER_KEY = '/service/goodword/leader'
const PROBE_KEY = '/goodword-drill'

type Status = { header: { member_id: string }; leader: string; raftIndex: string }

const ask = async (address: string, what: string, asked: object = {}): Promise<unknown> => {
  const answer = await fetch(`http://${address}:2379/v3/${what}`, {
    method: 'POST',
    body: JSON.stringify(asked),
    signal: AbortSignal.timeout(ANSWERS_MS),
  })
  if (!answer.ok) throw new Error(`etcd answered ${answer.status}.`)
  return answer.json()
}

const keyOf = (name: string): string => Buffer.from(name).toString('base64')
const statusOf = async (address: string): Promise<Status> =>
  (await ask(address, 'maintenance/status')) as Status

/** Asked of this node's etcd: nobody is the primary. */
export const loseLeader = async (address: string): Promise<void> => {
  await ask(address, 'kv/deleterange', { key: keyOf(LEADER_KEY) })
}

/**
 * Whether each of these could lead etcd: it does so for a moment, and the others follow. After a partition a connection
 * between two may still wait for as long again before it tries once more, which no count of active peers shows.
 */
export const canEachLead = async (addresses: string[]): Promise<boolean> => {
  try {
    for (const address of addresses) await lead(addresses, address)
    return true
  } catch {
    return false
  }
}

const lead = async (addresses: string[], address: string): Promise<void> => {
  const all = await Promise.all(addresses.map(async (one) => ({ one, status: await statusOf(one) })))
  const { member_id: wanted } = all.find(({ one }) => one === address)!.status.header
  const leader = all.find(({ status }) => status.header.member_id === status.leader)
  if (!leader) throw new Error('Nobody leads etcd.')
  if (leader.one !== address) await ask(leader.one, 'maintenance/transfer-leadership', { targetID: wanted })
  await ask(address, 'kv/put', { key: keyOf(PROBE_KEY), value: keyOf(address) })
  const { leader: now, raftIndex } = await statusOf(address)
  if (now !== wanted) throw new Error('Another one leads etcd.')
  await Promise.all(addresses.map((one) => untilAt(one, BigInt(raftIndex))))
}

/** Until it has what was written until then. */
const untilAt = async (address: string, index: bigint): Promise<void> => {
  for (const end = Date.now() + FOLLOWS_WITHIN_MS; ; await pause(LOOK_MS)) {
    if (BigInt((await statusOf(address)).raftIndex) >= index) return
    if (Date.now() > end) throw new Error('It does not follow.')
  }
}
