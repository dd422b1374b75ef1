import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

test.use({ expectedComplaints: [/status of (409|422)/] })

test.beforeEach(async ({ page }) => {
  await page.goto('/dashboard?tab=sms')
  await expect(page.getByRole('heading', { level: 2, name: 'One reminder' })).toBeVisible()
})

test('an owner has one reminder sent: off at first, with a day, a way, words and their price', async ({
  page,
}) => {
  const section = page.getByRole('region', { name: 'One reminder' })
  const isOn = section.getByRole('checkbox', { name: 'Send one reminder' })
  const words = section.getByLabel('Your reminder')
  const save = page.getByRole('button', { name: 'Save changes' })

  await test.step('it is off, and says whom it can reach', async () => {
    await expect(isOn).not.toBeChecked()
    await expect(words).toBeHidden()
    await expect(section).toContainText('it can reach somebody who wrote one without the link')
    await expectGoodForAll(page)
  })

  await test.step('switched on, it shows what a customer gets and what it costs', async () => {
    await isOn.check()
    await words.fill('Hi {firstName}, {businessName} once more. {reviewLink}')
    await expect(section.getByRole('figure')).toContainText('Whitlock Electrical once more.')
    await expect(section.getByRole('figure')).toContainText('Reply STOP to opt out')
    await expect(section.getByText('1 segment')).toBeVisible()
    await expect(section.getByText('$0.09 a text')).toBeVisible()
    await section
      .getByRole('combobox', { name: 'Day of the reminder' })
      .selectOption('10 days after the text')
    await expectGoodForAll(page)
  })

  await test.step('words that cannot be sent are refused beside them, and the rest is kept', async () => {
    await words.fill('Hi {fristName}')
    await expect(section.getByRole('alert')).toContainText('We cannot fill in {fristName}.')
    await expect(words).toHaveAttribute('aria-invalid', 'true')
    await save.click()
    await expect(words).toBeFocused()
    await expect(page.getByText('Not saved yet.', { exact: true })).toBeVisible()
    await expectGoodForAll(page)
    await section.getByRole('button', { name: 'Reset the reminder to default' }).click()
    await expect(section.getByRole('alert')).toBeHidden()
  })

  await test.step('each country says what is confirmed first', async () => {
    await expect(section).toContainText('Australia: nothing to confirm.')
    await section.getByRole('checkbox', { name: /^The United Kingdom: When I took down/ }).check()
    await expect(section).toContainText('Any other country: customers there are not reminded.')
  })

  await test.step('it is saved and stays, and says since when', async () => {
    await save.click()
    await expect(
      page.getByText('The reminder is on, for texts that go out from now on: 10 days after each.'),
    ).toBeVisible()
    await page.reload()
    await expect(isOn).toBeChecked()
    await expect(section).toContainText(/Only texts that went out since \d{1,2} \w+ \d{4} are reminded\./)
    await expect(section.getByRole('combobox', { name: 'Day of the reminder' })).toHaveValue('10')
    await expect(section.getByRole('checkbox', { name: /^The United Kingdom/ })).toBeChecked()
  })

  await test.step('by e-mail it has no price, and names the address where the law asks for it', async () => {
    await section.getByRole('combobox', { name: 'Way of the reminder' }).selectOption('By e-mail')
    await expect(section.getByText('a text', { exact: true })).toBeHidden()
    await expect(section).toContainText(
      /The United States: each e-mail names your postal address, 14 Harbour St/,
    )
    await expect(section.getByRole('checkbox', { name: /^The United Kingdom: .*e-mail/ })).not.toBeChecked()
    await expectGoodForAll(page)
  })

  await test.step('switching off keeps the words, also where they were being changed', async () => {
    await words.fill('Hi {nobody}')
    await isOn.uncheck()
    await save.click()
    await expect(page.getByText('The reminder is off. Its words are kept.')).toBeVisible()
    await page.reload()
    await expect(isOn).not.toBeChecked()
    await isOn.check()
    await expect(words).toHaveValue(/^Hi \{firstName\}, \{businessName\} again\./)
    await page.getByRole('button', { name: 'Undo changes' }).click()
    await expect(isOn).not.toBeChecked()
  })
})

test('a reminder that another window saved first is not overwritten', async ({ page, context }) => {
  const section = page.getByRole('region', { name: 'One reminder' })
  await section.getByRole('checkbox', { name: 'Send one reminder' }).check()
  const seen = (await (await context.request.get('/api/sms/reminders')).json()) as { message: string }
  const answer = await page.evaluate(
    async (message) =>
      (
        await fetch('/api/sms/reminders', {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ isOn: true, afterDays: 14, way: 'text', message, attested: [] }),
        })
      ).status,
    seen.message,
  )
  expect(answer).toBe(200)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(section.getByRole('alert')).toContainText('Your change to the reminder was not saved')
  await section.getByRole('button', { name: 'Show what is saved now' }).click()
  await expect(section.getByRole('combobox', { name: 'Day of the reminder' })).toHaveValue('14')
})
