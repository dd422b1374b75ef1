import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the product's processes logged as errors, each wording once with its count. */
export const loggedErrors = (dataDir: string): [words: string, times: number][] => {
  const folder = join(dataDir, 'logs')
  const times = new Map<string, number>()
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.log'))) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      const words = errorIn(line)
      if (words) times.set(`${name}: ${words}`, (times.get(`${name}: ${words}`) ?? 0) + 1)
    }
  }
  return [...times].sort(([, a], [, b]) => b - a)
}

const ERROR = 50

const errorIn = (line: string): string | undefined => {
  if (!line.startsWith('{')) return undefined
  const { level, msg, queue, err } = JSON.parse(line) as {
    level: number
    msg?: string
    queue?: string
    err?: { message?: string }
  }
  if (level < ERROR) return undefined
  return [msg ?? queue, err?.message].filter(Boolean).join(': ').slice(0, 200)
}
