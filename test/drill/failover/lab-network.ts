import { spawnSync } from 'node:child_process'

/** Of the lab alone: the addresses in deploy/patroni are laid over it. */
export const LAB_NET = '10.213.117.'
const BRIDGE = 'goodword-lab'
const FROM_POSTGRES = ['ipproto', 'tcp', 'sport', '5432']
/** Of etcd, to its clients and to its other members. */
const TO_ETCD = ['2379', '2380'].map((port) => ['ipproto', 'tcp', 'dport', port])

/** A bridge on which the nodes hang by a cable each. The host itself, with HAProxy, has the first address. */
export const openLabNetwork = () => {
  const ip = (...args: string[]) => spawn('ip', args)
  const close = (): void => {
    ip('link', 'del', BRIDGE)
  }
  close()
  must(ip('link', 'add', BRIDGE, 'type', 'bridge'))
  must(ip('addr', 'add', `${LAB_NET}1/24`, 'dev', BRIDGE))
  must(ip('link', 'set', BRIDGE, 'up'))

  return {
    /** From the bridge into the network namespace of the process `pid`. */
    plug: (name: string, address: string, pid: number) => {
      const cable = `gwlab-${name}`
      const inside = (...args: string[]) =>
        must(spawn('nsenter', ['--target', String(pid), '--net', 'ip', ...args]))
      ip('link', 'del', cable)
      must(ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid)))
      must(ip('link', 'set', cable, 'master', BRIDGE, 'up'))
      inside('addr', 'add', `${address}/24`, 'dev', 'eth0')
      inside('link', 'set', 'lo', 'up')
      inside('link', 'set', 'eth0', 'up')
      return {
        cut: () => must(ip('link', 'set', cable, 'down')),
        mend: () => must(ip('link', 'set', cable, 'up')),
        /** From now on its PostgreSQL sends nothing to these addresses; all else passes. Until `sendAgain`. */
        sendNothingTo: (addresses: string[]) => {
          for (const to of addresses) inside('rule', 'add', ...FROM_POSTGRES, 'to', to, 'blackhole')
        },
        /** From now on nothing of it reaches etcd on another node. Until `reachEtcd`. */
        loseEtcd: () => {
          for (const rule of TO_ETCD) inside('rule', 'add', ...rule, 'blackhole')
        },
        reachEtcd: () => {
          for (const rule of TO_ETCD) inside('rule', 'del', ...rule, 'blackhole')
        },
        sendAgainTo: (addresses: string[]) => {
          for (const to of addresses) inside('rule', 'del', ...FROM_POSTGRES, 'to', to, 'blackhole')
        },
      }
    },
    close,
  }
}

export type Cable = ReturnType<ReturnType<typeof openLabNetwork>['plug']>

type Ran = { args: string[]; status: number | null; stderr: string }

const spawn = (command: string, args: string[]): Ran => ({
  args,
  ...spawnSync(command, args, { encoding: 'utf8' }),
})

const must = ({ args, status, stderr }: Ran): void => {
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr.trim()}`)
}
