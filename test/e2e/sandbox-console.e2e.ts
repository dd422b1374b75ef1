import { DEMO_ORGANISATION } from '../../sandbox/xero/demo/demo-organisation.ts'
import { expect, pickBusiness, stopTime, test } from './fixtures.ts'

for (const width of [320, 375, 1280]) {
  test(`the sandbox's console fits a screen of ${width} px, part by part`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 700 })
    await page.goto(product.sandbox.url)
    await expect(page.locator('#invoices li').first()).toBeVisible()
    const parts = width < 768 ? ['invoices', 'phone', 'trouble', 'log'] : ['']
    for (const part of parts) {
      if (part) await page.locator(`.panes [data-pane=${part}]`).click()
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(sideways, part).toBeLessThanOrEqual(0)
    }
  })
}

test('a double click marks an invoice as paid once, and no failure is shown', async ({ page, product }) => {
  await page.goto(product.sandbox.url)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/pay')) asked.push(request.url())
  })
  const first = page.locator('#invoices li').first()
  await first.getByRole('button', { name: 'Mark as paid', exact: true }).dblclick()
  await expect(first).toContainText('Paid')
  await expect(first.getByRole('button', { name: 'Undo payment' })).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('the second half of a slow double click does not undo the payment; a press a second later does', async ({
  page,
  product,
}) => {
  await page.goto(product.sandbox.url)
  const first = page.locator('#invoices li').first()
  const pay = first.getByRole('button', { name: 'Mark as paid', exact: true })
  const undo = first.getByRole('button', { name: 'Undo payment' })
  const undone: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/undo')) undone.push(request.url())
  })
  await pay.waitFor()
  await stopTime(page)
  await pay.click()
  await undo.click()
  expect(undone).toEqual([])
  await page.clock.runFor(1_000)
  await undo.click()
  await expect(pay).toBeVisible()
  expect(undone).toHaveLength(1)
})

test('a fault that is switched on, off and on again before the first answer ends on', async ({
  page,
  product,
}) => {
  await page.goto(product.sandbox.url)
  const asked: unknown[] = []
  const answers = Promise.withResolvers<void>()
  await page.route('**/control/faults', async (route) => {
    asked.push(Object.values(route.request().postDataJSON() as object)[0])
    await answers.promise
    await route.fulfill({ json: {} })
  })
  const fault = page.locator('#faults [data-fault] label').first()
  for (const wanted of ['on', 'off', 'on']) await test.step(wanted, () => fault.click())
  const on = { probability: 1, count: 1 }
  await expect.poll(() => asked).toEqual([on, null, on])
  answers.resolve()
})

test('a reply that is typed twice is sent twice, one that is pressed twice at once is sent once', async ({
  page,
  product,
}) => {
  await page.goto(product.sandbox.url)
  await page.locator('#invoices [data-act=phone]').first().click()
  const sent: unknown[] = []
  const answers = Promise.withResolvers<void>()
  await page.route('**/reply', async (route) => {
    sent.push((route.request().postDataJSON() as { body: string }).body)
    await answers.promise
    await route.fulfill({ json: {} })
  })
  const type = async (words: string): Promise<void> => {
    await page.locator('#write input').fill(words)
    await page.keyboard.press('Enter')
  }
  await type('Thanks')
  await type('Thanks')
  await page.locator('[data-quick=STOP]').dblclick()
  await type('Bye')
  await expect.poll(() => sent).toEqual(['Thanks', 'Thanks', 'STOP', 'Bye'])
  answers.resolve()
})

test('Xero’s consent page greets the person signed in, and offers an organisation that is not connected', async ({
  page,
  product,
  signIn,
}) => {
  product.sandbox.xero.grant(DEMO_ORGANISATION.tenantId)
  await page.goto('/register')
  const { name } = await signIn(page)
  await pickBusiness(page, 'plumbing')
  await page.getByRole('button', { name: 'Continue to Xero Setup' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect Xero Account' }).click()
  const consent = await opening
  await expect(consent.getByText(`as ${name}`)).toBeVisible()
  await expect(consent.getByText('another business has connected it').first()).toBeVisible()
  await expect(consent.getByLabel(DEMO_ORGANISATION.name)).not.toBeChecked()
  await expect(consent.locator('input[type=radio]:checked')).toHaveCount(1)
  await consent.getByRole('button', { name: 'Cancel' }).click()
})

test('the links of the sandbox look alike, and none as a browser draws it by itself', async ({
  page,
  product,
}) => {
  await page.goto(product.sandbox.url)
  const colour = (element: Element): string => getComputedStyle(element).color
  const usual = await page.getByRole('link', { name: /^Refund or dispute/ }).evaluate(colour)
  expect(await page.getByRole('link', { name: 'write a review at Google' }).evaluate(colour)).toBe(usual)
  const address = 'https://search.google.com/local/writereview?placeid=some-place'
  await page.goto(`${product.sandbox.url}/console/landed?${new URLSearchParams({ address }).toString()}`)
  expect(await page.getByRole('link', { name: /^Write a review/ }).evaluate(colour)).toBe(usual)
})
