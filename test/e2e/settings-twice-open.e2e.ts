import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

test.use({ expectedComplaints: [/status of 409/] })

test('a word that is typed and not added is saved with the others; a long one is refused, not cut', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=sms')
  const word = page.getByRole('textbox', { name: 'A word to leave out' })
  await word.fill('x'.repeat(61))
  await expect(page.getByText('at most 60 letters; this has 61.')).toBeVisible()
  await expect(word).toHaveValue('x'.repeat(61))
  // Wherever the page is cut by its header, a chip may be half below it, which axe calls small.
  await word.evaluate((field) => field.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expectGoodForAll(page)
  await word.fill('Strata')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Remove Strata' })).toBeVisible()
  await expect(word).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove Strata' })).toBeVisible()
})

test('of two windows the later save learns of the earlier, and can show what is saved', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  for (const window of [page, other]) await window.goto('/dashboard?tab=sms')
  const cooldown = (window: typeof page) => window.getByRole('combobox', { name: 'Cooldown' })
  await cooldown(other).selectOption('60')
  await cooldown(page).selectOption('30')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/^Your settings are saved/)).toBeVisible()
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(
    other.getByText('Your change to the sending hours, delay, cooldown, pace or words'),
  ).toBeInViewport()
  await expectGoodForAll(other)
  await other.getByRole('button', { name: 'Show what is saved now' }).click()
  await expect(cooldown(other)).toHaveValue('30')

  await other.getByLabel('Your message').fill('Hi {firstName}, one? {reviewLink}')
  await page.getByLabel('Your message').fill('Hi {firstName}, two? {reviewLink}')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your message is saved.')).toBeVisible()
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Your change to the message was not saved')).toBeVisible()
  await other.getByRole('button', { name: 'Show what is saved now' }).click()
  await expect(other.getByLabel('Your message')).toHaveValue('Hi {firstName}, two? {reviewLink}')
  await expect(other.getByText('Hi {firstName}, one? {reviewLink}')).toBeVisible()
  await expectGoodForAll(other)
  await other.getByRole('button', { name: 'Put my words back' }).click()
  await expect(other.getByLabel('Your message')).toHaveValue('Hi {firstName}, one? {reviewLink}')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Your message is saved.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Put my words back' })).toBeHidden()
})

test('what is changed while a save is under way is not lost, and is saved by the next press', async ({
  page,
}) => {
  const message = page.getByLabel('Your message')
  const cooldown = page.getByRole('combobox', { name: 'Cooldown' })
  const save = page.getByRole('button', { name: 'Save changes' })
  /** Saves the first change; makes the second before the answer comes. */
  const changeMeanwhile = async (path: string, first: () => unknown, second: () => unknown) => {
    let answer = (): void => undefined
    const isAsked = new Promise<void>((asked) => {
      void page.route(path, async (route) => {
        asked()
        await new Promise<void>((go) => (answer = go))
        await route.continue()
      })
    })
    await first()
    await save.click()
    await isAsked
    await second()
    await expect(save).toHaveAttribute('aria-busy', 'true')
    answer()
    await expect(page.getByText(/(is|are) saved/).first()).toBeVisible()
    await page.unroute(path)
    await expect(page.getByText('Not saved yet.', { exact: true })).toBeVisible()
    await save.click()
    await expect(page.getByText('Not saved yet.', { exact: true })).toBeHidden()
    await page.reload()
  }
  await page.goto('/dashboard?tab=sms')
  await changeMeanwhile(
    '**/api/sms/template',
    () => message.fill('Hi {firstName}, one? {reviewLink}'),
    () => message.fill('Hi {firstName}, two? {reviewLink}'),
  )
  await expect(message).toHaveValue('Hi {firstName}, two? {reviewLink}')
  await changeMeanwhile(
    '**/api/sms/settings',
    () => cooldown.selectOption('60'),
    () => cooldown.selectOption('30'),
  )
  await expect(cooldown).toHaveValue('30')
})
