import { readFileSync } from 'node:fs'

/** The command line of a process; empty where it has ended meanwhile. */
export const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}
