import { expect, test } from 'vitest'
import { addressOf, tabOf, TABS, type Tab } from './tabs.ts'

test('every tab has an address that leads to it', () => {
  for (const tab of Object.keys(TABS) as Tab[]) {
    expect(tabOf(new URL(addressOf(tab), 'https://goodword.example').search)).toBe(tab)
  }
})

test.each(['', '?tab=', '?tab=nonsense', '?tab=toString', '?payment=success'])(
  '%j is the timeline [2.22]',
  (search) => {
    expect(tabOf(search)).toBe('timeline')
  },
)
