import { Gauge, Registry } from 'prom-client'
import { probeDatabase, type ProbedDatabase } from '../operations/probe-database.ts'

type Reading = { name: string; help: string; value: (found: ProbedDatabase) => number | null }

const READINGS: Reading[] = [
  {
    name: 'in_recovery',
    help: 'Whether it is a standby, which takes no writes',
    value: ({ isStandby }) => Number(isStandby),
  },
  {
    name: 'timeline',
    help: 'Its timeline: a failover, or a restore to a moment, begins a new one',
    value: ({ timeline }) => timeline,
  },
  { name: 'size_bytes', help: 'What it takes on its disk', value: ({ bytes }) => bytes },
  {
    name: 'standbys_wanted',
    help: 'Whether commits wait for a synchronous standby',
    value: ({ wantsStandby }) => Number(wantsStandby),
  },
  {
    name: 'standbys_confirming',
    help: 'Standbys that confirm commits, where the login may see them',
    value: ({ confirming }) => confirming,
  },
]

/** How the database is now, in Prometheus' text form: answered also where it is away, when nothing else can be. */
export const readDatabaseGauges = async (databaseUrl: string): Promise<string> => {
  const found = await probeDatabase(databaseUrl)
  const registry = new Registry()
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `goodword_database_${name}`, help, registers: [registry], labelNames: ['none'] })
  gauge('up', 'Whether the database answers').set(found ? 1 : 0)
  for (const { name, help, value } of READINGS) {
    const one = gauge(name, help)
    const known = found ? value(found) : null
    // Of what is not known there is no value: an alert then waits, instead of taking it for zero.
    if (known !== null) one.set(known)
  }
  return registry.metrics()
}
