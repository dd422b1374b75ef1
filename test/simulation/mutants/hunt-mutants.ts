import { readdirSync } from 'node:fs'
import type { Finding } from '../checks/check-all.ts'
import { runSeeds } from '../run-seeds.ts'

export const mutantNames = (): string[] =>
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => file.replace('.patch', ''))
    .sort()

export type Hunted = { name: string; seedsTried: number; found: Finding | undefined }

type How = { serverUrl: string; seeds: number[]; steps: number; processes: number }

/** Plays seeds with one fault in the product until a promise is broken. */
export const huntMutant = async (name: string, how: How): Promise<Hunted> => {
  const hunted: Hunted = { name, seedsTried: 0, found: undefined }
  await runSeeds(
    { ...how, mutant: name, untilFound: true, twice: false, tells: false, whole: false },
    (report) => {
      if (report.kind !== 'seed') return
      hunted.seedsTried += 1
      hunted.found ??= report.findings[0]
    },
  )
  return hunted
}

/** One after another, with a line for each: 0 where at most one in twenty was missed. */
export const huntMutants = async (names: string[], how: How): Promise<number> => {
  let missed = 0
  for (const name of names) {
    const { seedsTried, found } = await huntMutant(name, how)
    if (!found) missed += 1
    console.log(
      `${name.padEnd(28)} ${found ? `found after ${seedsTried} seeds: ${found.promise}: ${found.what}` : `missed in ${seedsTried} seeds`}`,
    )
  }
  console.log(`${names.length - missed} of ${names.length} were found.`)
  return missed * 20 <= names.length ? 0 : 1
}
