import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { claimCode } from '../../server/claims/claim-code.ts'
import { newLinkToken } from '../../server/texts/link-token.ts'
import { mintOne } from '../support/codes.ts'
import { createOwnerAtDashboard } from '../support/e2e-owner.ts'
import { addAttempt } from '../support/paid-invoices.ts'
import { planTheirReminders } from '../support/planned-reminder.ts'
import type { Product } from '../support/e2e-product.ts'
import { hoursAgo } from './dashboard-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { asLook, LOOKS, shoot as shootLook } from './shoot.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Your business' })
const pick = async (page: Page, query: string): Promise<void> => {
  await field(page).fill(query)
  await page.locator('[role=listbox][aria-busy=false]').getByRole('option').first().click()
}
const claimFor = ({ parts }: Product, slug: string, owner?: { userId: string; businessId: string }) =>
  claimCode(parts.db, {
    slug,
    place: {
      placeId: 'ChIJharbour',
      name: 'Harbour Lights Café',
      address: '3 Marine Tce, Fremantle WA 6160, Australia',
    },
    secret: slug,
    owner,
    now: new Date(),
  })

for (const look of LOOKS) {
  const shoot = (page: Page, name: string): Promise<void> => shootLook(page, name, look)

  test.describe(`what strangers see, ${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of 4\d\d/] })

    test('claiming a printed code', async ({ page, product }) => {
      const slug = await mintOne(product.parts.db)
      await page.goto(`/claim/${slug}`)
      await field(page).waitFor()
      await shoot(page, 'claim-search')
      await field(page).fill('zzzzqq')
      await page.getByText('No businesses found.').waitFor()
      await shoot(page, 'claim-nothing-found')
      await field(page).fill('plumb')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await shoot(page, 'claim-results')
      await pick(page, 'whitlock')
      const yes = page.getByRole('button', { name: 'Yes, Claim This Code' })
      await yes.waitFor()
      await shoot(page, 'claim-confirm')
      await yes.click()
      await page.getByRole('heading', { name: 'The code is yours' }).waitFor()
      await shoot(page, 'claim-success')
    })

    test('codes that cannot be claimed', async ({ page, product }) => {
      const slug = await mintOne(product.parts.db)
      await page.goto(`/claim/${slug}`)
      await pick(page, 'whitlock')
      await claimFor(product, slug)
      await page.getByRole('button', { name: 'Yes, Claim This Code' }).click()
      await page.getByText('This code has just been claimed for').waitFor()
      await shoot(page, 'claim-too-late')
      await page.goto('/claim/bbbbbbbbbb')
      await page.getByRole('alert').waitFor()
      await shoot(page, 'claim-unknown')
      await page.goto(`/claim/${await mintOne(product.parts.db, new Date(Date.now() - 1000))}`)
      await page.getByRole('alert').waitFor()
      await shoot(page, 'claim-expired')
    })

    test('an owner’s codes', async ({ page, product }) => {
      const { db } = product.parts
      const { businessId } = await createOwnerAtDashboard(page, product)
      const { id: userId } = await db
        .selectFrom('users')
        .select('id')
        .where('business_id', '=', businessId)
        .executeTakeFirstOrThrow()
      await page.goto('/codes')
      await page.getByRole('heading', { name: 'No codes yet' }).waitFor()
      await shoot(page, 'codes-empty')
      const slugs = [await mintOne(db), await mintOne(db)]
      for (const slug of slugs) await claimFor(product, slug, { userId, businessId })
      await db
        .updateTable('qr_codes')
        .set({ scan_count: 128, last_scanned_at: new Date() })
        .where('slug', '=', slugs[0]!)
        .execute()
      await page.goto(`/claim/${slugs[0]}`)
      await page.getByRole('heading', { name: 'This code is yours' }).waitFor()
      await shoot(page, 'claim-own')
      await page.goto('/codes')
      await expect(page.getByRole('listitem').filter({ hasText: '128 scans' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await shoot(page, 'codes')
      await page.getByRole('button', { name: 'Point to another business' }).first().click()
      await field(page).fill('whitlock')
      await page.getByRole('option', { name: 'Whitlock Electrical' }).click()
      await page.getByRole('button', { name: 'Point it there' }).waitFor()
      await shoot(page, 'codes-move')
    })

    test('the pages behind a text', async ({ page, product }) => {
      const owner = await createOwnerAtDashboard(page, product)
      const token = newLinkToken()
      const id = await owner.texted({ link_token: token, phone_hash: randomBytes(32) })
      await addAttempt(product.parts.db, owner, id, { state: 'accepted' })
      await page.goto(`/o/${token}`)
      await shoot(page, 'opt-out')
      await page.getByRole('button', { name: 'Stop these texts' }).click()
      await page.getByRole('heading', { name: 'Done: no more texts' }).waitFor()
      await shoot(page, 'opt-out-done')
      await page.getByRole('button', { name: 'Stop texts from every business' }).click()
      await page.getByRole('heading', { name: 'Done: no more texts from anyone' }).waitFor()
      await shoot(page, 'opt-out-everywhere')
      await page.getByRole('button', { name: 'Undo, that was a mistake' }).click()
      await page.getByRole('heading', { name: 'You can be texted again' }).waitFor()
      await shoot(page, 'opt-out-undone')
      await owner.setBusiness({ review_url: null })
      await page.goto(`/r/${token}`)
      await shoot(page, 'dead-link')
      await page.goto('/r/2222222222')
      await shoot(page, 'dead-link-unknown')
    })

    test('the pages behind a reminder by e-mail', async ({ page, product }) => {
      const owner = await createOwnerAtDashboard(page, product)
      const token = newLinkToken()
      await owner.texted({
        link_token: token,
        phone_hash: randomBytes(32),
        customer_email: 'aroha@customer.example',
        sent_at: hoursAgo(5 * 24),
      })
      await planTheirReminders(product, owner.businessId, 'email')
      await page.goto(`/o/${token}/mail`)
      await shoot(page, 'mail-opt-out')
      await page.getByRole('button', { name: 'Stop these messages' }).click()
      await page.getByRole('heading', { name: 'Done: no more messages' }).waitFor()
      await shoot(page, 'mail-opt-out-done')
      await page.goto('/o/2222222222/mail')
      await shoot(page, 'mail-opt-out-unknown')
    })

    test('privacy and terms', async ({ page }) => {
      for (const name of ['privacy', 'terms']) {
        await page.goto(`/welcome/${name}/`)
        await shoot(page, name)
      }
    })
  })
}
