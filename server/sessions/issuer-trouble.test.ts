import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'

const side = useAccountSide()

test('while the issuer is out of reach the page says that it did not work, and later it works', async () => {
  side.sandbox.faults.ask({ google5xx: {} })
  const landed = await side.person().goToGoogle('farida@okoye-plumbing.example')
  expect(`${landed.pathname}${landed.search}`).toBe('/auth/callback?error=unavailable')
  expect((await side.person().goToGoogle('farida@okoye-plumbing.example', 'prompt=none')).pathname).toBe(
    '/login',
  )
  side.sandbox.faults.clear()
  expect((await side.person().signIn('farida@okoye-plumbing.example')).status).toBe(200)
})
