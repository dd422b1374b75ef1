import { HOUR_MS } from '../platform/dates.ts'

export type LastBackup = { takenAt: Date | null; now: Date; hour: number }

/** One that was taken by hand in the evening does not stand for the night's. */
const NIGHT_MS = 20 * HOUR_MS
const MISSED_MS = 25 * HOUR_MS

/** At the quiet hour (UTC), or as soon as a worker runs again where a night was missed; asked once an hour. */
export const isBackupDue = ({ takenAt, now, hour }: LastBackup): boolean => {
  const age = takenAt ? now.getTime() - takenAt.getTime() : Number.POSITIVE_INFINITY
  return age > MISSED_MS || (now.getUTCHours() === hour && age > NIGHT_MS)
}
