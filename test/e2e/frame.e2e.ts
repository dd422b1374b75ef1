import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './dashboard-fixtures.ts'
import { stopTime } from './fixtures.ts'

const NAME = 'Harbour Street Body Corporate Pty'
const LONG = 'Wolfeschlegelsteinhausenbergerdorff Konstruktions- und Instandhaltungsgesellschaft'

/** How many rows the things that show in the header stand in. */
const rowsOf = (page: Page): Promise<number> =>
  page.getByRole('banner').evaluate((header) => {
    const shown = [...header.querySelectorAll('a, button')]
      .map((part) => part.getBoundingClientRect())
      .filter(({ width, height, top }) => width > 1 && height > 1 && top >= 0)
    const middles = shown.map(({ top, height }) => top + height / 2)
    const inside = shown.every(({ right }) => right <= window.innerWidth)
    return inside && Math.max(...middles) - Math.min(...middles) < 12 ? 1 : 2
  })

test.describe('with much money', () => {
  test.use({ fundsCents: 1_234_567 })

  test('the header is one row at each width, and shows a name that is too long for it in full', async ({
    page,
    owner,
  }) => {
    await owner.setBusiness({ name: LONG })
    await page.goto('/dashboard')
    await expect(page.getByRole('banner')).toContainText('$12,345.67')
    for (const width of [320, 375, 1280, 1440]) {
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 })
        await expect(page.getByRole('banner')).toContainText('$12,345.67')
        expect(await rowsOf(page)).toBe(1)
        await expectAccessible(page)
      })
    }
    await expect(page.getByRole('banner').getByTitle(LONG)).toBeVisible()
  })
})

test('the names are whole, and at 768 px the header begins where the page does [2.36]', async ({
  page,
  owner,
}) => {
  await owner.setBusiness({ name: NAME })
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto('/dashboard')
  const heading = await page.getByRole('heading', { level: 1, name: 'Timeline' }).boundingBox()
  const goodword = await page.getByRole('link', { name: 'Goodword, to the timeline' }).boundingBox()
  expect(goodword?.x).toBe(heading?.x)
  const names = page.getByRole('button', { name: /Settings/ }).locator('span > *')
  for (const width of [768, 1280]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await expect(names).toHaveText(['Jane Whitlock', NAME])
      for (const name of await names.all()) {
        expect(await name.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
      }
    })
  }
})

test('the codes are a tab of the dashboard for an owner who comes by their own address', async ({ page }) => {
  await page.goto('/codes')
  await expect(page).toHaveURL('/dashboard?tab=codes')
  await expect(page.getByRole('heading', { level: 1, name: 'My QR codes' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Whitlock Electrical')
})

const HELP = ['Help', 'E-mail us', 'Privacy', 'Terms']

test('help, contact, privacy and terms are at the end of every signed-in screen, and in the menu', async ({
  page,
}) => {
  for (const tab of ['timeline', 'account']) {
    await page.goto(`/dashboard?tab=${tab}`)
    await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText(HELP)
  }
  // The end of a long list is far away.
  await page.getByRole('button', { name: /Settings/ }).click()
  await expect(page.getByRole('navigation', { name: 'Help' }).getByRole('link')).toHaveText(HELP)
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 760 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'E-mail us' })).toHaveAttribute('href', /^mailto:\S+@\S+$/)
  await menu.getByRole('link', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { name: 'Questions owners ask' })).toBeInViewport()
})

test.describe('where an owner can get stuck', () => {
  test.use({ expectedComplaints: [/status of 40[14]/] })

  test('help, contact, privacy and terms are there, too', async ({ page }) => {
    for (const address of [
      '/payment/success?session_id=cs_test_nobody',
      '/auth/reactivate?deactivated=true',
      '/claim/bbbbbbbbbb',
      '/xero/callback?xero=error',
    ]) {
      await page.goto(address)
      await expect(page.getByRole('navigation', { name: 'About Goodword' }).getByRole('link')).toHaveText(
        HELP,
      )
    }
  })
})

test.describe('a page whose parts are there shows at once, without the 300 ms for which React hides what it waited for:', () => {
  for (const [address, heading] of [
    ['/login', 'Sign in to Goodword'],
    ['/dashboard', 'Timeline'],
    ['/dashboard?tab=sms', 'SMS Setup'],
  ] as const) {
    test(address, async ({ page }) => {
      await stopTime(page)
      await page.goto(address)
      let passedMs = 0
      await expect(async () => {
        await page.clock.runFor(2)
        passedMs += 2
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible({ timeout: 50 })
      }).toPass()
      expect(passedMs).toBeLessThan(300)
    })
  }
})

test('the other tabs are fetched once the first has settled, so that a click shows them at once', async ({
  page,
}) => {
  const fetched = page.waitForResponse(/assets\/sms-page-.*\.js/)
  await page.goto('/dashboard')
  await fetched
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('link', { name: 'SMS Setup' }).click()
  await expect(page.getByRole('heading', { name: 'SMS Setup', level: 1 })).toBeVisible()
})
