import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

test('an owner sees every paid invoice, what became of it, and why', async ({ page, owner }) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await owner.skipped('cooldown', {
    detail: JSON.stringify({ lastTextedAt: '2025-09-02T20:00:00Z', cooldownDays: 90 }),
  })
  await owner.texted({ state: 'failed', state_reason: '30006', customer_name: 'Tom Brandt' })
  await page.goto('/dashboard?tab=activity')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('4 invoices paid')
  await expect(page.getByRole('group', { name: 'Outcome' }).getByRole('button')).toHaveText([
    '4 All',
    '1 Texted',
    '0 Pending',
    '1 Failed',
    '2 Not texted',
  ])
  await expect(page.getByRole('group', { name: 'Reason' }).getByRole('button')).toHaveText([
    /^1 .*landline/,
    /^1 They were sent a review request/,
    /^1 No mobile/,
  ])
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('article').filter({ hasText: 'cooldown: 90 days' })).toContainText(
    'Texted on 3 Sep 2025; next eligible 2 Dec 2025 (cooldown: 90 days).',
  )
  await expect(page.getByRole('article').first()).toContainText('Tom Brandt')
  const missing = page.getByRole('article').filter({ hasText: 'No mobile number we could text.' })
  await expect(missing).toContainText('Not texted')
  await expect(missing).toContainText('Add their mobile to the contact in Xero.')
  await expect(missing.getByRole('link', { name: /Open the contact in Xero/ })).toBeVisible()
})

test('each tile narrows the list to what it counts, and the address says so', async ({ page, owner }) => {
  await owner.texted()
  await owner.texted({ customer_name: 'Li Wei', state: 'scheduled', sent_at: null })
  await owner.texted({ customer_name: 'Tom Brandt', state: 'failed', state_reason: '30006' })
  await owner.skipped('no_mobile')
  await owner.skipped('cooldown')
  await owner.skipped('bill')
  await page.goto('/dashboard?tab=activity')
  const rows = page.getByRole('article')
  const tile = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(rows).toHaveCount(6)
  await expect(rows.filter({ hasText: 'This is a bill' })).toContainText('Not counted')
  await expect(page.getByText('Not counted: bills that you pay. Nobody is asked about them.')).toBeVisible()
  for (const [name, count, address] of [
    ['1 Texted', 1, '&outcome=texted'],
    ['1 Pending', 1, '&outcome=pending'],
    ['1 Failed', 1, '&outcome=failed'],
    ['2 Not texted', 2, '&outcome=skipped'],
    ['1 Not counted', 1, '&reason=bill'],
    ['6 All', 6, ''],
  ] as const) {
    await tile(name).click()
    await expect(page).toHaveURL(`/dashboard?tab=activity${address}`)
    await expect(rows).toHaveCount(count)
    await expect(page.getByRole('button', { pressed: true })).toHaveText([name])
  }
})

test('each outcome explains itself, and a row that is opened says why nothing needs doing', async ({
  page,
  owner,
}) => {
  await owner.texted()
  await owner.skipped('opted_out')
  await page.goto('/dashboard?tab=activity')
  const totals = page.getByRole('region', { name: 'Totals' })
  await page.getByRole('button', { name: '1 Texted' }).click()
  await expect(totals).toContainText('The phone network took the text.')
  await page.getByRole('button', { name: '1 Not texted' }).click()
  await expect(totals).toContainText('Choose a reason to see only those')
  const row = page.getByRole('article')
  // The words above change with the press; the list, once its answer is there.
  await expect(row).toHaveText([/Sam Green/])
  await row.getByRole('button', { name: 'Sam Green', exact: true }).click()
  await expect(row).toContainText('After a STOP they can reply START; an opt-out by the link stays.')
})

test('a reason narrows further and says what mends it; reload and Back keep the choice', async ({
  page,
  owner,
}) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await owner.skipped('cooldown')
  await page.goto('/dashboard?tab=activity')
  const rows = page.getByRole('article')
  const tile = (name: string) => page.getByRole('button', { name, exact: true })
  await tile('2 Not texted').click()
  await tile('1 No mobile number we could text.').click()
  await expect(rows).toHaveText([/No mobile/])
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Add their mobile to the contact')
  await expect(tile('2 Not texted')).toHaveAttribute('aria-pressed', 'true')
  await expectGoodForAll(page)
  await page.reload()
  await expect(tile('1 No mobile number we could text.')).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveText([/No mobile/])
  await page.goBack()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { pressed: true })).toHaveText(['2 Not texted'])
  await page.goBack()
  await expect(rows).toHaveCount(3)
})

test('a tile that counts nothing shows that nothing matches, and everything is a press away', async ({
  page,
  owner,
}) => {
  await owner.texted()
  await page.goto('/dashboard?tab=activity')
  const failed = page.getByRole('button', { name: '0 Failed' })
  await failed.click()
  await expect(page.getByText('No paid invoice matches')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeAttached()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('button', { pressed: true })).toHaveText(['1 All'])
  await page.goBack()
  await expect(failed).toHaveAttribute('aria-pressed', 'true')
})

test('tiles are chosen and let go from the keyboard, and Back brings the search of its address', async ({
  page,
  owner,
}) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await page.goto('/dashboard?tab=activity')
  const rows = page.getByRole('article')
  await page.getByRole('button', { name: '1 Texted' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText([/Priya/])
  await page.getByRole('button', { name: '1 Not texted' }).focus()
  await page.keyboard.press('Space')
  await expect(rows).toHaveText([/Sam Green/])
  const reason = page.getByRole('button', { name: '1 No mobile number we could text.' })
  await page.keyboard.press('Tab')
  await expect(reason).toBeFocused()
  await page.keyboard.press('Space')
  await expect(reason).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Space')
  await expect(reason).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL('/dashboard?tab=activity&outcome=skipped')
  await page.getByRole('searchbox').fill('sam')
  await expect(page.getByRole('status').filter({ hasText: 'Paid invoices that match sam' })).toBeAttached()
  await page.getByRole('searchbox').fill('priya')
  await expect(page.getByText('No paid invoice matches')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(rows).toHaveText([/Sam Green/])
})
