import { expect, inject, test } from 'vitest'
import { huntMutant } from './mutants/hunt-mutants.ts'
import type { Report } from './reports.ts'
import { runSeeds } from './run-seeds.ts'
import { drawPlan } from './world/plan.ts'

const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index)

const how = () => ({
  serverUrl: inject('postgresUrl'),
  steps: 12,
  processes: 2,
  twice: false,
  untilFound: false,
  tells: false,
  whole: false,
})

const play = async (seeds: number[], twice = false) => {
  const heard: Extract<Report, { kind: 'seed' }>[] = []
  await runSeeds({ ...how(), seeds, twice }, (report) => {
    if (report.kind === 'seed') heard.push(report)
  })
  return heard
}

test('fifty seeds break no promise', { timeout: 300_000 }, async () => {
  const heard = await play(seedsFrom(1, 50))
  expect(heard.flatMap(({ seed, findings }) => findings.map((one) => ({ seed, ...one })))).toEqual([])
  expect(heard).toHaveLength(50)
  expect(heard.reduce((sum, { texts }) => sum + texts, 0)).toBeGreaterThan(100)
})

test('the same seed has the same history, and another seed another one', { timeout: 120_000 }, async () => {
  const heard = await play(seedsFrom(60, 2), true)
  expect(heard.flatMap(({ findings }) => findings)).toEqual([])
  expect(new Set(heard.map(({ sum }) => sum)).size).toBe(2)
})

test('a fault in the product is found, and told by what one sees of it', { timeout: 240_000 }, async () => {
  const { found } = await huntMutant('cooldown-forgotten', { ...how(), seeds: seedsFrom(16, 40) })
  expect(found).toMatchObject({ promise: 'only after a rest' })
})

/** Payments only, of businesses that do not spread their texts: with a fault in the product each of them ends soon. */
const onlyPays = (seed: number): boolean => {
  const { businesses, steps } = drawPlan(seed, 2)
  return businesses.every(({ pace }) => !pace) && steps.every((step) => step.do === 'pay' && step.mobile)
}

test('of many seeds the first that breaks a promise is shrunk and told', { timeout: 120_000 }, async () => {
  const heard: Report[] = []
  const seeds = seedsFrom(1, 500).filter(onlyPays).slice(0, 2)
  const faulty = { ...how(), seeds, steps: 2, processes: 1, mutant: 'captured-twice', tells: true }
  await runSeeds(faulty, (report) => heard.push(report))
  expect(heard.filter((one) => one.kind === 'seed' && one.findings.length > 0)).toHaveLength(2)
  expect(heard.filter(({ kind }) => kind === 'story')).toMatchObject([{ seed: seeds[0] }])
  expect(heard.some(({ kind }) => kind === 'shrinking')).toBe(true)
})
