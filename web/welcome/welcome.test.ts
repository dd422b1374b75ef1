import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../../server/platform/env.ts'

const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')
const words = page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('the page names the prices that are charged unless an operator sets others', () => {
  const { SMS_PRICES: prices } = readEnv({ ENCRYPTION_KEYS: '00'.repeat(32) })
  const named = {
    AU: 'Australia',
    NZ: 'New Zealand',
    GB: 'United Kingdom',
    US: 'United States',
  } as Record<string, string>
  expect(Object.keys(prices).sort()).toEqual(Object.keys(named).sort())
  for (const [country, cents] of Object.entries(prices)) {
    expect(words).toContain(`${named[country]} A$0.${String(cents).padStart(2, '0')}`)
  }
  expect(words).toContain(`100 texts in Australia A$${prices['AU']!.toFixed(2)}`)
})

test('the page runs no script', () => {
  expect(page).not.toMatch(/<script|\son\w+=|javascript:/i)
})
