import { TABS } from '../../web/screens/dashboard/tabs.ts'
import { expect, test } from './dashboard-fixtures.ts'

// What Chromium makes of LANG=C and of an empty LANG, a plain nonsense, and no language at all.
for (const languages of [['en-US@posix'], ['und'], ['C'], []]) {
  test(`a browser whose languages are [${languages.join()}] shows every tab`, async ({ page, owner }) => {
    await owner.texted()
    await owner.skipped('cooldown')
    await page.addInitScript((named) => {
      Object.defineProperties(Navigator.prototype, {
        languages: { get: () => named },
        language: { get: () => named[0] ?? '' },
      })
    }, languages)
    await page.goto('/dashboard')
    await expect(page.getByRole('article').filter({ hasText: 'Priya Raman' })).toContainText('Delivered')
    await page.goto('/dashboard?view=calendar')
    await expect(page.getByRole('gridcell')).toHaveCount(42)
    for (const [tab, title] of Object.entries(TABS).filter(([name]) => name !== 'timeline')) {
      await page.goto(`/dashboard?tab=${tab}`)
      await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible()
    }
  })
}
