import type { Page } from '@playwright/test'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { expect, test } from './dashboard-fixtures.ts'
import { choosePerson } from './fixtures.ts'
import { DAY_MS } from '../../server/platform/dates.ts'
import { asLook, LOOKS, shoot as shootLook } from './shoot.ts'

const LONG_NAME = 'Harbourside Towers North and South Heating, Cooling and Emergency Plumbing Services'

for (const look of LOOKS) {
  const shoot = (page: Page, name: string): Promise<void> => shootLook(page, `operator-${name}`, look)

  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of 4(01|03|22)/] })

    test('the list of businesses: long ones in all sorts of trouble, the silent ones, and none', async ({
      page,
      product,
      owner,
    }) => {
      const { db } = product.parts
      const { businessId, tenantId } = await seedBusiness(product.parts, {
        number: 2,
        name: LONG_NAME,
        currency: 'AUD',
        fundsCents: 123_456_789,
      })
      const silentSince = new Date(Date.now() - 40 * DAY_MS)
      const lost = { state: 'needs_reconnect' } as const
      const refused = { name: `${LONG_NAME} Pty Ltd`, state: 'paused', live_since: silentSince } as const
      await db.updateTable('xero_authorisations').set(lost).where('business_id', '=', businessId).execute()
      await db.updateTable('organisations').set(refused).where('tenant_id', '=', tenantId).execute()
      await seedBusiness(product.parts, { number: 3, name: 'Bo', currency: 'AUD', fundsCents: 0 })
      await owner.texted({ state: 'failed', state_reason: '30006' })
      await owner.setBusiness({ automation_enabled: false })
      await page.goto('/operator')
      await page.getByRole('link', { name: 'Sign in as an operator' }).click()
      await choosePerson(page, 'olive@operator.example')
      await page.getByRole('link', { name: LONG_NAME }).first().waitFor()
      await shoot(page, 'businesses-in-trouble')
      await page.getByLabel('Only those with a trouble').selectOption('Silent')
      await expect(page.getByRole('link', { name: 'Bo', exact: true })).toHaveCount(0)
      await shoot(page, 'businesses-silent')
      await page.getByRole('searchbox').fill('Nobody’s business')
      await page.getByText('No business matches').waitFor()
      await shoot(page, 'businesses-none')
    })

    test('the operator’s console', async ({ page, product, owner }) => {
      const names = ['Carrick Roofing', 'Fenwick Tiling', 'Okoye Plumbing', 'Parata Painting', 'Raman Dental']
      for (const [at, name] of names.entries())
        await seedBusiness(product.parts, {
          number: at + 2,
          name,
          currency: 'AUD',
          fundsCents: at === 2 ? 0 : 4_000,
          timeZone: 'Australia/Perth',
          place: { placeId: `place-${crypto.randomUUID()}`, address: '1 High St' },
        })
      await owner.texted()
      await owner.skipped('no_mobile')
      await owner.skipped('cooldown')
      await page.goto('/operator')
      await page.getByRole('link', { name: 'Sign in as an operator' }).waitFor()
      await shoot(page, 'sign-in')
      await page.getByRole('link', { name: 'Sign in as an operator' }).click()
      await choosePerson(page, 'olive@operator.example')
      await page.getByRole('link', { name: 'Carrick Roofing' }).first().waitFor()
      await shoot(page, 'businesses')

      await page.goto(`/operator/businesses/${owner.businessId}`)
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByLabel('Reason').fill('Customers complain about texts for work that was not done')
      await shoot(page, 'pause')
      await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
      await page.getByText('“Customers complain').first().waitFor()
      await shoot(page, 'business')
      await page.getByRole('button', { name: 'Erase a customer' }).click()
      await shoot(page, 'erase')

      await page.goto('/operator/log')
      await page.getByText('signed in').first().waitFor()
      await shoot(page, 'log')
      for (const [path, words] of [
        ['queue', 'No text is stuck'],
        ['codes', 'No codes yet'],
        ['health', 'database'],
      ] as const) {
        await page.goto(`/operator/${path}`)
        await page.getByText(words).first().waitFor()
        await shoot(page, path)
      }
      await page.goto('/dashboard?tab=account')
      await page.getByRole('button', { name: 'Let support look' }).click()
      await page.getByText('Support may look at your screens until').waitFor()
      await shoot(page, 'account-of-owner')
      await page.goto(`/operator/businesses/${owner.businessId}`)
      await page.getByRole('button', { name: 'Look as the owner' }).click()
      await page.getByLabel('Reason').fill('She asked why texts stopped')
      await page.getByRole('button', { name: 'Look', exact: true }).click()
      await page.getByRole('complementary', { name: 'Support' }).waitFor()
      await page.getByText('Priya Raman').first().waitFor()
      await shoot(page, 'looking')
      await page.goto('/dashboard?tab=sms')
      await page.getByText('paused your review requests').waitFor()
      await shoot(page, 'paused-for-owner')
    })
  })
}
