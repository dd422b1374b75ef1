import { z } from 'zod'

export type SignedInPerson = { name: string; email: string }

const NAME = 'sandbox_person'
const person = z.object({ name: z.string(), email: z.string() })

/** A cookie that names the person to the sandbox's other pages. It grants no access. */
export const personCookie = ({ name, email }: SignedInPerson): string =>
  `${NAME}=${Buffer.from(JSON.stringify({ name, email })).toString('base64url')}; Path=/; HttpOnly; SameSite=Lax`

export const readPerson = (cookies: string | undefined): SignedInPerson | undefined => {
  const [, value] = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]+)`).exec(cookies ?? '') ?? []
  if (!value) return undefined
  try {
    return person.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}
