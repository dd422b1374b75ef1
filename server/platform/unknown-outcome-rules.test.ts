import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concludeLook, isLastLook, type Looks, type Seen } from './unknown-outcome-rules.ts'

const first = new Date('2026-11-03T01:00:00Z')
const after = (seconds: number) => new Date(first.getTime() + seconds * 1000)
const before = (looks: number): Looks => ({ looks, firstLookAt: looks === 0 ? null : first })
const again = (looks: number, seconds: number) => ({
  kind: 'look-again',
  looks,
  firstLookAt: first,
  nextLookAt: after(seconds),
})

test.each<[string, Looks, Seen, number, object]>([
  ['the first look finds it', before(0), 'found', 0, { kind: 'adopt' }],
  ['the first look finds nothing', before(0), 'absent', 0, again(1, 30)],
  ['the second finds nothing', before(1), 'absent', 30, again(2, 300)],
  ['the second finds it', before(1), 'found', 30, { kind: 'adopt' }],
  ['the third finds nothing', before(2), 'absent', 300, { kind: 'never-accepted' }],
  ['the third finds it', before(2), 'found', 300, { kind: 'adopt' }],
  ['the third comes too early', before(2), 'absent', 299, again(3, 300)],
  ['one more finds nothing', before(3), 'absent', 300, { kind: 'never-accepted' }],
  ['the second comes late and is not the third', before(1), 'absent', 3600, again(2, 300)],
  ['the third finds it under way', before(2), 'under-way', 300, again(3, 300)],
  ['one long after finds it under way', before(9), 'under-way', 3600, again(10, 300)],
  ['the first has no answer', before(0), 'unreachable', 0, { kind: 'no-look' }],
  ['the third has no answer', before(2), 'unreachable', 300, { kind: 'no-look' }],
])('%s', (_what, looks, seen, seconds, conclusion) => {
  expect(concludeLook(looks, seen, after(seconds))).toEqual(conclusion)
})

test('nothing is called never accepted before three looks over five minutes, however the answers fall', () => {
  const answers = fc.constantFrom<Seen>('absent', 'absent', 'under-way', 'unreachable')
  const asked = fc.record({ seen: answers, waitSeconds: fc.integer({ min: 0, max: 400 }) })
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 12 }), (looks) => {
      let known: Looks = { looks: 0, firstLookAt: null }
      let now = first
      let answered = 0
      for (const { seen, waitSeconds } of looks) {
        now = new Date(now.getTime() + waitSeconds * 1000)
        if (seen !== 'unreachable') answered += 1
        const isLast = isLastLook(known, now)
        const conclusion = concludeLook(known, seen, now)
        if (conclusion.kind === 'look-again') known = conclusion
        if (conclusion.kind !== 'never-accepted') continue
        expect(isLast).toBe(true)
        expect(answered).toBeGreaterThanOrEqual(3)
        expect(now.getTime() - known.firstLookAt!.getTime()).toBeGreaterThanOrEqual(300_000)
        return
      }
    }),
  )
})
