import type { FaultResult } from './run-fault.ts'

/** Xero gives up after five seconds. */
const BARS = { doorMs: 4_000, againMs: 2_000, standStillMs: 30_000, silenceMs: 30_000 }

/** What must not be, in words; empty when all is well. */
export const missesOf = (result: FaultResult): string[] => [
  ...countedMisses(result),
  ...(result.fault.isFailover ? failoverMisses(result) : timeMisses(result)),
]

/** Those that hold on any machine, however busy. */
export const countedMisses = (result: FaultResult): string[] => {
  const { lost, doubled, neverTaken, textedAfterStop, ended, money, reconcile } = result
  return [
    ...result.misses,
    lost.length > 0 && `no text for ${lost.length} invoices: ${few(lost)}`,
    doubled.length > 0 && `two texts for ${doubled.length} invoices: ${few(doubled)}`,
    textedAfterStop.length > 0 && `${textedAfterStop.length} customers were texted after their STOP`,
    neverTaken.length > 0 && `${neverTaken.length} webhooks were never acknowledged: ${few(neverTaken)}`,
    ended.length > 0 && `${ended.length} times a process ended by itself: ${few(ended)}`,
    money.ledgerSum !== 0 && `the ledger sums to ${money.ledgerSum}`,
    money.offBalance !== 0 && `${money.offBalance} balances are not their grants minus captures`,
    money.reserved !== 0 && `${money.reserved} cents are still reserved`,
    money.uncaptured !== 0 && `${money.uncaptured} texts that were sent and not charged once`,
    reconcile.code !== 0 && `reconcile ended with ${reconcile.code}: ${reconcile.words}`,
  ].filter((miss) => typeof miss === 'string')
}

const timeMisses = ({ door, standStillMs, syncMs, fault }: FaultResult): string[] =>
  [
    door.p99Ms > BARS.doorMs && `the door's p99 was ${seconds(door.p99Ms)}`,
    door.slowestMs > BARS.doorMs && `the slowest call at the door took ${seconds(door.slowestMs)}`,
    door.late > 0 && `${door.late} calls had no answer within Xero's five seconds`,
    door.worksAgainMs > BARS.againMs && `the door worked again after ${seconds(door.worksAgainMs)}`,
    standStillMs > BARS.standStillMs && `an organisation stood still for ${seconds(standStillMs)}`,
    !fault.stopsSyncs &&
      syncMs !== undefined &&
      syncMs > BARS.standStillMs &&
      `a webhook waited ${seconds(syncMs)} until its invoice was read`,
  ].filter((miss) => typeof miss === 'string')

const failoverMisses = ({ door, silenceMs, fault }: FaultResult): string[] =>
  [
    door.slowestMs > BARS.doorMs && `the slowest call at the door took ${seconds(door.slowestMs)}`,
    door.wrong > 0 && `${door.wrong} calls at the door were answered neither 200 nor 503`,
    !fault.forgets && silenceMs > BARS.silenceMs && `no text went for ${seconds(silenceMs)}`,
  ].filter((miss) => typeof miss === 'string')

const few = (all: (number | string)[]): string => `${all.slice(0, 8).join(', ')}${all.length > 8 ? ' …' : ''}`
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
