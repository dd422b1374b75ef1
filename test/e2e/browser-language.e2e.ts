import { expect, expectWhole, openCalendar, openTab, TABS, test } from './dashboard-fixtures.ts'

// What Chromium makes of LANG=C, and no language at all: a nonsense is read as none (web/lib/formats/locale.test.ts).
for (const languages of [['en-US@posix'], []]) {
  test(`a browser whose languages are [${languages.join()}] shows every tab`, async ({ page, owner }) => {
    test.setTimeout(60_000)
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
    await openCalendar(page)
    for (const [address, heading, words] of TABS.slice(1)) {
      await test.step(address, async () => {
        await openTab(page, heading)
        await expectWhole(page, heading, words)
      })
    }
  })
}
