import type { Page } from '@playwright/test'
import { asSystem } from '../../server/database/database.ts'
import { beginSession } from '../../server/sessions/session.ts'
import type { Product } from './e2e-product.ts'

export type SignedIn = { userId: string; name: string; email: string }

type Wanted = { name: string; email: string; business_id?: string; onboarded_at?: Date }

/** A new person who is signed in in this browser, without the pages that lead there. Google does not know her. */
export const plantPerson = async (page: Page, product: Product, wanted: Wanted): Promise<SignedIn> => {
  const { db, env } = product.parts
  const { id: userId } = await db
    .insertInto('users')
    .values({ issuer: env.OIDC_ISSUER, subject: crypto.randomUUID(), ...wanted })
    .returning('id')
    .executeTakeFirstOrThrow()
  await plantSession(page, product, userId)
  return { userId, name: wanted.name, email: wanted.email }
}

/** A person who is there already is signed in in this browser, too. */
export const plantSession = async (page: Page, { url, parts }: Product, userId: string): Promise<void> => {
  const now = new Date()
  const session = await asSystem(parts.db, (trx) => beginSession(trx, { userId, replaces: undefined, now }))
  await page.context().addCookies([{ name: 'goodword-session', value: session, url }])
}

/** A person who is signed in chooses the first business that this search finds, without the page for it. */
export const plantBusiness = async (page: Page, query: string): Promise<void> => {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const found = await page.request.get('/api/places', { params: { query }, headers })
  const { places } = (await found.json()) as { places: { placeId: string }[] }
  const data = { placeId: places[0]!.placeId }
  const chosen = await page.request.put('/api/onboarding/business', { data, headers })
  if (!chosen.ok()) throw new Error(`The business was not chosen: ${chosen.status()} ${await chosen.text()}`)
}
