import { expect, expectGoodForAll, hoursAgo, test } from './dashboard-fixtures.ts'

test('a failed text leads to the contact, one without funds to the top-up, and STOP marks its customer', async ({
  page,
  owner,
}) => {
  await owner.texted({ customer_name: 'Tom Brandt', state: 'failed', state_reason: '30006' })
  await owner.texted({ customer_name: 'Li Wei', state: 'waiting_for_funds', sent_at: null })
  await owner.optOut(await owner.texted({ customer_name: 'Noor Haddad' }))
  const row = (name: string) => page.getByRole('article').filter({ hasText: name })
  for (const address of ['/dashboard', '/dashboard?tab=activity']) {
    await page.goto(address)
    await expect(row('Tom Brandt').getByRole('link', { name: /^Open the contact in Xero/ })).toHaveAttribute(
      'href',
      /go\.xero\.com.*[cC]ontact/,
    )
    await expect(row('Li Wei').getByRole('link', { name: 'Add More Funds' })).toBeVisible()
    await expect(row('Li Wei').getByRole('link', { name: /contact/ })).toHaveCount(0)
    await expect(row('Noor Haddad')).toContainText('replied STOP')
  }
  await row('Li Wei').getByRole('link', { name: 'Add More Funds' }).click()
  await expect(page).toHaveURL('/dashboard?tab=top-up')
})

test('a search that finds no text is offered in All Activity, which finds who was not texted', async ({
  page,
  owner,
}) => {
  await owner.texted()
  await owner.skipped('no_mobile', { decided_at: hoursAgo(24 * 20) })
  await page.goto('/dashboard')
  await page.getByRole('searchbox').fill('sam green')
  await expect(page.getByText('No text matches “sam green”')).toBeVisible()
  await page.getByRole('button', { name: 'Search All Activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Activity' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('sam green')
  await expect(page.getByRole('article')).toHaveText([/Sam Green.*No mobile number/])
  await page.reload()
  await expect(page.getByRole('article')).toHaveText([/Sam Green.*No mobile number/])
  await page.getByRole('searchbox').fill('')
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a row opens: the text as sent, its cost, each step, what the customer did, what can be done', async ({
  page,
  owner,
}) => {
  const sent = await owner.texted({
    body: 'Hi Priya, how did Whitlock Electrical do? gw.test/r/2b',
    segments: 1,
    sent_at: hoursAgo(1),
    delivered_at: hoursAgo(0.9),
    opened_at: hoursAgo(0.5),
    open_count: 1,
  })
  await owner.spend(9, sent)
  await owner.skipped('no_mobile')
  await page.goto('/dashboard')
  const priya = page.getByRole('article').filter({ hasText: 'Priya Raman' })
  const opener = priya.getByRole('button', { name: 'Priya Raman' })
  for (const address of ['/dashboard', '/dashboard?tab=activity']) {
    await page.goto(address)
    await opener.click()
    await expect(priya.getByRole('blockquote')).toHaveText(/^Hi Priya, how did Whitlock Electrical do\?/)
    await expect(priya).toContainText('$0.09, 1 segment')
    await expect(priya.getByRole('list', { name: 'What happened' })).toContainText(
      /Sent\..*Arrived on the phone\..*The customer opened the link\./,
    )
    await expect(priya).toContainText('Nothing needs doing.')
    await expectGoodForAll(page)
    await opener.click()
    await expect(priya.getByRole('blockquote')).toHaveCount(0)
  }
  const skipped = page.getByRole('article').filter({ hasText: 'No mobile' })
  await skipped.getByRole('button', { name: 'Sam Green', exact: true }).click()
  await expect(skipped.getByRole('list', { name: 'What happened' })).toContainText(
    'No text was sent. No mobile number',
  )
})

test('review requests that are switched off show on every tab and at each text that waits', async ({
  page,
  owner,
}) => {
  await owner.setBusiness({ automation_enabled: false })
  await owner.texted({ customer_name: 'Li Wei', state: 'scheduled', sent_at: null })
  await owner.texted({
    customer_name: 'Noor Haddad',
    state: 'cancelled',
    state_reason: 'automation_off',
    sent_at: null,
  })
  const banner = page.getByRole('region', { name: 'Review requests off' })
  for (const tab of ['activity', 'google', 'account', 'timeline']) {
    await page.goto(`/dashboard?tab=${tab}`)
    await expect(banner).toContainText('no customer is texted. 1 text is waiting and will not be sent.')
  }
  const rows = page.getByRole('article')
  await expect(rows.filter({ hasText: 'Li Wei' })).toContainText('It will not be sent')
  await expect(rows.filter({ hasText: 'Noor Haddad' })).toContainText(/Cancelled.*were switched off/)
  await banner.getByRole('link', { name: 'Open SMS Setup' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SMS Setup' })).toBeVisible()
  await expect(banner).toBeHidden()
  await page.getByLabel('Your message').fill('Hi {firstName}, {reviewLink}')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('no text uses it until you switch them on')).toBeVisible()
  await page.getByRole('switch', { name: 'Review requests' }).click()
  await page.getByRole('link', { name: 'Timeline' }).first().click()
  await expect(rows.filter({ hasText: 'Li Wei' })).toContainText('Will be sent at the time shown.')
  await expect(banner).toHaveCount(0)
})

test('a text has one moment, with its name, on the timeline and in All Activity', async ({ page, owner }) => {
  await owner.texted({
    state: 'scheduled',
    sent_at: null,
    due_at: new Date(Date.now() + 15 * 60_000),
  })
  await owner.skipped('no_mobile')
  const moment = page.getByRole('article').filter({ hasText: 'Priya Raman' }).locator('time')
  await page.goto('/dashboard')
  await expect(moment).toHaveText(/^goes out \d/)
  const at = await moment.getAttribute('datetime')
  await page.goto('/dashboard?tab=activity')
  await expect(moment).toHaveText(/^goes out \d/)
  await expect(moment).toHaveAttribute('datetime', at!)
  const skipped = page.getByRole('article').filter({ hasText: 'No mobile' })
  await expect(skipped.locator('time')).toHaveText(/^came in \d/)
})

test.describe('a row that opens', () => {
  test.use({ expectedComplaints: [/404/] })

  test('is good for all also while its story is still on the way, and where it cannot be had', async ({
    page,
    owner,
  }) => {
    await owner.texted()
    let answer = (): void => undefined
    const held = new Promise<void>((done) => {
      answer = done
    })
    await page.route('**/api/review-requests/*-*', async (route) => {
      await held
      await route.fulfill({ status: 404, json: { error: { code: 'not_found', message: 'Not there.' } } })
    })
    await page.goto('/dashboard')
    const row = page.getByRole('article')
    await row.getByRole('button', { name: 'Priya Raman', exact: true }).click()
    await expect(row.getByText('Loading this text')).toBeAttached()
    await expectGoodForAll(page)
    answer()
    await expect(row.getByText('This text could not be loaded.')).toBeVisible()
    await expectGoodForAll(page)
  })
})
