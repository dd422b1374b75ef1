import type { AccountSide } from './account-side.ts'
import type { Answer } from './cookie-browser.ts'
import type { PersonAtBrowser } from './person.ts'

export type Owner = PersonAtBrowser & {
  businessId: string
  /** Through Xero's consent page and back; `tenantId` undefined cancels there. Returns the popup's last address. */
  connectXero: (tenantId: string | undefined) => Promise<URL>
  connect: () => Promise<Answer>
}

/** An owner who is signed in and has chosen a business. */
export const createOwner = async (side: AccountSide, email: string, name = 'A Business'): Promise<Owner> => {
  const person = side.person()
  const { body } = await person.signIn(email)
  const { db } = side.parts
  const { id } = await db
    .insertInto('businesses')
    .values({ name, currency: 'AUD', template: 'Hi {firstName}', place_id: 'ChIJowner', review_url: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('users')
    .set({ business_id: id })
    .where('id', '=', (body['user'] as { id: string }).id)
    .execute()
  return { ...person, businessId: id, ...xeroOf(person) }
}

export const xeroOf = (person: PersonAtBrowser) => {
  const connect = () => person.api('POST', '/api/xero/connect')
  return {
    connect,
    connectXero: async (tenantId: string | undefined): Promise<URL> => {
      const { authorizationUrl } = (await connect()).body as { authorizationUrl: string }
      const answer = { decision: tenantId ? 'allow' : 'deny', tenant: tenantId ?? '' }
      return new URL((await person.submit(authorizationUrl, answer)).url)
    },
  }
}
