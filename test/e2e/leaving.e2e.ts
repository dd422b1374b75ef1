import { plantSession } from '../support/e2e-person.ts'
import { expect, test } from './dashboard-fixtures.ts'

test('who signs out with unsaved changes is asked first, and whoever stays is still signed in', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=sms')
  const message = page.getByLabel('Your message')
  await expect(message).not.toHaveValue('')
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await message.fill('Half a thought {reviewLink}')
  await signOut.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your message is saved.')).toBeVisible()

  await message.fill('Another half {reviewLink}')
  await signOut.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  // The browser does not ask once more: a dialog of its own would keep her here.
  await expect(page).toHaveURL('/login')
})

test('who undoes her changes and leaves at once is not asked', async ({ page }) => {
  await page.goto('/dashboard?tab=sms')
  const message = page.getByLabel('Your message')
  await expect(message).not.toHaveValue('')
  const wouldAsk = async (): Promise<boolean> =>
    !(await page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))))
  await message.fill('Half a thought {reviewLink}')
  await expect.poll(wouldAsk).toBe(true)
  const asked = await page
    .getByRole('button', { name: 'Undo changes' })
    .evaluate(async (undo: HTMLElement) => {
      undo.click()
      // React renders what a click changed before the next task.
      await Promise.resolve()
      return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    })
  expect(asked).toBe(false)
})

test.describe('a session that ends over a message that is not saved', () => {
  test.use({ expectedComplaints: [/status of 401/] })

  test('ends without a question, and its owner finds her words again in that tab', async ({
    page,
    owner,
    product,
  }) => {
    const { id } = await product.parts.db
      .selectFrom('users')
      .select('id')
      .where('business_id', '=', owner.businessId)
      .executeTakeFirstOrThrow()
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.accept()
    })
    const message = page.getByLabel('Your message')
    const endAndComeBack = async (address: string): Promise<void> => {
      // A browser asks only those who have touched the page.
      await message.click()
      await message.fill('Half a thought {reviewLink}')
      await page.context().clearCookies()
      await expect(page).toHaveURL('/login')
      await expect(page.getByText('Your session has ended.')).toBeVisible()
      expect(questions).toEqual([])
      await plantSession(page, product, id)
      await page.goto(address)
    }
    await page.goto('/dashboard?tab=sms')
    await endAndComeBack('/dashboard?tab=sms')
    await expect(message).toHaveValue('Half a thought {reviewLink}')
    await expect(page.getByText('What you wrote before your session ended is back.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo changes' }).click()
    await page.reload()
    await expect(message).toHaveValue(/\S/)
    await expect(message).not.toHaveValue('Half a thought {reviewLink}')

    await test.step('unless she signs out herself', async () => {
      await endAndComeBack('/dashboard')
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page.getByText('You have signed out.')).toBeVisible()
      await plantSession(page, product, id)
      await page.goto('/dashboard?tab=sms')
      await expect(message).toHaveValue(/\S/)
      await expect(message).not.toHaveValue('Half a thought {reviewLink}')
    })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } })

  test('help and privacy open beside what is not saved: not every phone asks before a page is left', async ({
    page,
  }) => {
    await page.goto('/dashboard?tab=sms')
    const message = page.getByLabel('Your message')
    await message.fill('Half a thought {reviewLink}')
    const foot = page.getByRole('contentinfo')
    for (const [name, address] of [
      ['Help', '/welcome/#questions'],
      ['Privacy', '/welcome/privacy/'],
    ] as const) {
      const opening = page.waitForEvent('popup')
      await foot.getByRole('link', { name }).click()
      const beside = await opening
      await expect(beside).toHaveURL(address)
      await beside.close()
    }
    await expect(message).toHaveValue('Half a thought {reviewLink}')
    await page.getByRole('button', { name: 'Undo changes' }).click()
    await foot.getByRole('link', { name: 'Help' }).click()
    await expect(page).toHaveURL('/welcome/#questions')
  })

  test('whoever keeps editing instead of signing out sees what she edits', async ({ page }) => {
    await page.goto('/dashboard?tab=sms')
    await page.getByLabel('Your message').fill('Half a thought {reviewLink}')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused()
  })
})
