import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

const MOST = 20

/** Where the processes spent their time, by package or file of ours, from the profiles that they left in `folder`. */
export const readCpuProfiles = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .sort()
    .map((name) => summary(name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile))
    .join('\n')

const summary = (name: string, { nodes, samples, timeDeltas }: Profile): string => {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]))
  const spent = new Map<string, number>()
  for (const [index, sample] of samples.entries()) {
    const place = places.get(sample)!
    spent.set(place, (spent.get(place) ?? 0) + timeDeltas[index]! / 1000)
  }
  const idle = spent.get('(idle)') ?? 0
  spent.delete('(idle)')
  const busy = [...spent.values()].reduce((sum, ms) => sum + ms, 0)
  const rows = [...spent].sort(([, a], [, b]) => b - a).slice(0, MOST)
  return [
    `${name}: busy ${(busy / 1000).toFixed(1)} s, idle ${(idle / 1000).toFixed(1)} s`,
    ...rows.map(([place, ms]) => `${ms.toFixed(0).padStart(8)} ms  ${place}`),
    '',
  ].join('\n')
}

const placeOf = ({ functionName, url }: Profile['nodes'][number]['callFrame']): string => {
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (installed) return installed
  if (url.startsWith('node:')) return url
  const own = /\/((?:server|contracts)\/.*)$/.exec(url)?.[1]
  return own ?? (functionName || '(native)')
}
