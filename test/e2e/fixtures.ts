import { test as base, expect, type Locator, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { plantBusiness, plantPerson, type SignedIn } from '../support/e2e-person.ts'
import { startProduct, type Product } from '../support/e2e-product.ts'

type Mine = {
  /** Complaints of the browser that this test expects; any other one fails it. */
  expectedComplaints: RegExp[]
  /** Signs in by the account chooser, as a new person unless an address is given. */
  signIn: (page: Page, email?: string) => Promise<{ name: string; email: string }>
  /** At the first step of onboarding, as a new person, where the sign-in is only the way there. */
  arrive: (page: Page) => Promise<SignedIn>
  /** At the second step, where the first is only the way there, too. */
  arriveAtXero: (page: Page) => Promise<SignedIn>
}

let people = 0

/** Browser tests run against the real product between the stand-ins; nothing in the browser may go wrong unseen. */
export const test = base.extend<Mine, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  // Each test comes from an address of its own, so that none meets the limits that another one used up.
  extraHTTPHeaders: async ({}, use, info) =>
    use({ 'x-forwarded-for': `10.${info.parallelIndex}.${people >> 8}.${people++ & 255}` }),
  expectedComplaints: [[], { option: true }],
  page: async ({ page, product, expectedComplaints }, use) => {
    const complaints: string[] = []
    let hasSignedOut = false
    const listen = (opened: Page): void => {
      opened.on('pageerror', (error) => complaints.push(String(error)))
      opened.on('request', (request) => {
        hasSignedOut ||= request.url().endsWith('/api/auth/logout')
      })
      opened.on('console', (message) => {
        // What was on its way when she signed out is refused, as it should be.
        if (hasSignedOut && message.text().includes('status of 401')) return
        if (message.type() === 'error' && message.location().url.startsWith(product.url)) {
          complaints.push(`${message.text()} (${message.location().url})`)
        }
      })
    }
    listen(page)
    page.context().on('page', listen)
    await use(page)
    product.sandbox.faults.clear()
    expect(
      complaints.filter((complaint) => !expectedComplaints.some((expected) => expected.test(complaint))),
    ).toEqual([])
  },
  signIn: async ({}, use) => {
    await use(async (page, email) => {
      if (!/\/(login|register)$/.test(page.url())) await page.goto('/login')
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      return choosePerson(page, email)
    })
  },
  arrive: async ({ product }, use) => {
    await use(async (page) => {
      const who = await plantPerson(page, product, newPerson())
      await page.goto('/onboarding')
      await page.getByRole('combobox', { name: 'Your business' }).waitFor()
      return who
    })
  },
  arriveAtXero: async ({ product }, use) => {
    await use(async (page) => {
      const who = await plantPerson(page, product, newPerson())
      await plantBusiness(page, 'plumbing')
      await page.goto('/onboarding')
      await expect(page.getByRole('heading', { name: 'Connect Xero and go live' })).toBeVisible()
      return who
    })
  },
})

const newPerson = (): { name: string; email: string } => {
  const name = `Robin Newcomer ${++people}`
  return { name, email: `robin.${people}.${Date.now()}@newcomer.example` }
}

export { expect }

/** On the stand-in's account chooser: a person who is listed, or a new one. */
export const choosePerson = async (page: Page, email?: string): Promise<{ name: string; email: string }> => {
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  if (email) {
    await page.getByRole('button', { name: email }).click()
    return { name: '', email }
  }
  const who = newPerson()
  await page.getByText('Use another account').click()
  await page.getByLabel('Name').fill(who.name)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  return who
}

/** The stand-in of Google asks whose account it is only where it does not know; else `next` follows at once. */
export const choosePersonIfAsked = async (page: Page, email: string, next: Locator): Promise<void> => {
  const chooser = page.getByRole('button', { name: email })
  await chooser.or(next).first().waitFor()
  if (await chooser.isVisible()) await chooser.click()
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong on the page as it is now, by WCAG 2.2 AA and good practice; or only with its colours. */
export const expectAccessible = async (page: Page, what: 'all' | 'colours' = 'all'): Promise<void> => {
  expect(page.frames(), 'a page without frames').toHaveLength(1)
  // What is still hidden while a part of the page is on its way is not there for axe.
  if (what === 'all') await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // Half a megabyte of axe stays in the page until the next one is loaded.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const options: RunOptions = {
    runOnly:
      what === 'all'
        ? { type: 'tag', values: RULES }
        : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
    resultTypes: ['violations'],
  }
  const { violations } = await page.evaluate((asked) => window.axe.run(asked), options)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`)}`),
  ).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Shows the page in these colours, standing still: colours that change over would be read half old, half new. */
export const showColours = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    // Each part begins to change when the one around it has: a frame for every depth of the page.
    const isMoving = (): boolean => document.getAnimations().some(({ playState }) => playState === 'running')
    do {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    } while (isMoving())
  })
}

/** The narrowest phone, and the narrowest window that has the menu of a wide one. */
const NARROW = [320, 768]

/** Nothing for axe to find in either colours, nothing to scroll sideways where a window is narrow. */
export const expectGoodForAll = async (page: Page): Promise<void> => {
  await showColours(page, 'light')
  await expectAccessible(page)
  await showColours(page, 'dark')
  await expectAccessible(page, 'colours')
  const { width, height } = page.viewportSize()!
  // A narrow window is not widened: what is open in its menu would close.
  for (const narrow of NARROW.filter((one) => one <= width)) {
    await page.setViewportSize({ width: narrow, height: 640 })
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways, `${page.url()} scrolls sideways at ${narrow} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width, height })
}

/** What had the focus went away, and the place around took it. */
export const expectInPlace = (page: Page): Promise<void> =>
  expect(page.locator(':focus')).toHaveAttribute('data-focus-heir', 'true')

export const pickBusiness = async (page: Page, search: string): Promise<string> => {
  await page.getByRole('combobox', { name: 'Your business' }).fill(search)
  const option = page.locator('[role=listbox][aria-busy=false]').getByRole('option').first()
  const name = await option.locator('strong').innerText()
  await option.click()
  await expect(page.getByRole('button', { name: 'Continue to Xero Setup' })).toBeEnabled()
  return name
}

/** From the first step of onboarding to the second. */
export const goToXero = async (page: Page): Promise<void> => {
  await pickBusiness(page, 'plumbing')
  await page.getByRole('button', { name: 'Continue to Xero Setup' }).click()
  await expect(page.getByRole('heading', { name: 'Connect Xero and go live' })).toBeVisible()
}

/** The popup with Xero's consent page. */
export const openXero = async (page: Page): Promise<Page> => {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect Xero Account' }).click()
  return opening
}

/** From the first step of onboarding to a dashboard that is live, with a Xero organisation of its own. */
export const goLive = async (page: Page): Promise<void> => {
  await goToXero(page)
  await allowNewOrganisation(await openXero(page))
  await expect(page).toHaveURL('/dashboard')
}

/** On Xero's consent page: an organisation that no other test uses. */
export const allowNewOrganisation = async (consent: Page, name = `Works ${++people} Ltd`): Promise<void> => {
  await consent.getByText('A new organisation').click()
  await consent.getByLabel('Name of the new organisation').fill(name)
  await consent.getByRole('button', { name: 'Allow access' }).click()
}

/** From here on the page's clock stands still, and moves only by `page.clock.runFor`. */
export const stopTime = async (page: Page): Promise<void> => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}
