import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Call } from '../../support/signed-in.ts'
import type { Diary } from '../world/diary.ts'
import { checkCustomers } from './check-customers.ts'
import { checkMoney } from './check-money.ts'
import { checkOwners } from './check-owners.ts'
import { readScreens } from './read-screens.ts'

/** A promise that was broken, and by what one sees it. */
export type Finding = { promise: string; what: string }

export type Facts = { diary: Diary; owners: { call: Call }[]; sandbox: Sandbox }

/**
 * Compares what the vendors and the owner's screens show with what happened outside. Nothing here knows how the product
 * works, or reads its tables.
 */
export const checkAll = async (facts: Facts): Promise<Finding[]> => {
  const screens = await readScreens(facts.owners)
  return [...checkCustomers(facts, screens), ...checkMoney(facts, screens), ...checkOwners(facts)]
}
