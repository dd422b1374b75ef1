import { TABS } from '../../web/screens/dashboard/tabs.ts'
import { expect, openTab, test } from './dashboard-fixtures.ts'

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
    await page.setViewportSize({ width: 767, height: 800 })
    await page.goto('/dashboard')
    await expect(page.getByRole('article').filter({ hasText: 'Priya Raman' })).toContainText('Delivered')
    await page.getByRole('tab', { name: 'Calendar View' }).click()
    await expect(page.getByRole('gridcell')).toHaveCount(42)
    for (const title of Object.values(TABS).slice(1)) {
      await openTab(page, title)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    }
  })
}
