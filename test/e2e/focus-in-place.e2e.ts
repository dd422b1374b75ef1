import { DEMO_BUSINESS, placeIdOf } from '../../sandbox/places/businesses.ts'
import { expect, expectInPlace, test } from './dashboard-fixtures.ts'

/** What Tab comes to next. */
const PLACES: { at: string; presses: string[]; next: string | RegExp }[] = [
  { at: 'google', presses: ['Change business'], next: 'Your business' },
  { at: 'google', presses: ['Change business', 'Cancel'], next: 'Change business' },
  { at: 'google', presses: ['Use my own link'], next: 'Your own link' },
  { at: 'google', presses: ['Use my own link', 'Cancel'], next: 'Open your review page' },
  { at: 'reviews', presses: ['Show the rating'], next: /^Open your review page/ },
  { at: 'top-up', presses: ['Set up automatic top-up'], next: 'When funds fall below' },
  { at: 'top-up', presses: ['Set up automatic top-up', 'Cancel'], next: 'Set up automatic top-up' },
  { at: 'account', presses: ['Let support look'], next: 'Stop it now' },
  { at: 'account', presses: ['Stop it now'], next: 'For how long' },
]

test('where a button goes away with the press, the focus stays in its place', async ({ page, owner }) => {
  test.setTimeout(180_000)
  await owner.setBusiness({ place_id: placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb) })
  for (const { at, presses, next } of PLACES) {
    await page.goto(`/dashboard?tab=${at}`)
    for (const name of presses) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true })
      await button.press('Enter')
      await expect(button).toHaveCount(0)
    }
    await expectInPlace(page)
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(next)
  }
})

test('a link that is saved, and a business that is changed, leave the focus where they were', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=google')
  await page.getByRole('button', { name: 'Use my own link' }).press('Enter')
  await page.getByLabel('Your own link').fill('https://g.page/r/CabcDEF123/review')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Change my own link' }).waitFor()
  await expectInPlace(page)

  await page.getByRole('button', { name: 'Change business' }).press('Enter')
  await page.getByRole('combobox', { name: 'Your business' }).fill('plumbing')
  await page.locator('[role=listbox][aria-busy=false]').getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Yes, change to it' }).press('Enter')
  await page.getByRole('button', { name: 'Change business' }).waitFor()
  await expectInPlace(page)
})

test('a comparison that starts, and one that is stopped, leave the focus where they were', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=comparison')
  await page.getByRole('textbox', { name: 'The other message' }).fill('Hello {firstName}! {reviewLink}')
  await page.getByRole('button', { name: 'Start the comparison' }).press('Enter')
  const stop = page.getByRole('button', { name: 'Stop it' })
  await stop.waitFor()
  await expectInPlace(page)
  await page.keyboard.press('Tab')
  await expect(stop).toBeFocused()

  await stop.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).press('Enter')
  await page.getByRole('button', { name: 'Start the comparison' }).waitFor()
  await expectInPlace(page)
})
