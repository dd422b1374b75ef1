import { expect, test } from 'vitest'
import type { OptOut } from '../opt-outs/opt-out.ts'
import { saidStop } from './test-refusals.ts'

const by = (...sources: OptOut['source'][]) =>
  saidStop(sources.map((source) => ({ source, isEverywhere: false }))).message

test('a phone that opted out is told by what, and by what it undoes that', () => {
  expect(by('stop')).toBe(
    'This phone replied STOP to a text, so it gets none. Reply START to it to undo that.',
  )
  expect(by('gateway', 'stop')).toBe(by('stop'))
  expect(by('link')).toBe(
    'This phone opted out by the link in a text, so it gets none. That stays: please test with another phone.',
  )
  expect(by('link', 'stop')).toBe(
    'This phone replied STOP to a text, and opted out by the link in one, so it gets none. ' +
      'START undoes the first alone: please test with another phone.',
  )
})
