import { createContext, use } from 'react'
import type { User } from '../../../contracts/sessions.ts'

export type CurrentUser = { user: User; replaceUser: (user: User) => void }

export const CurrentUserContext = createContext<CurrentUser | null>(null)

/** Who is signed in, on the pages that need it. */
export const useCurrentUser = (): CurrentUser => {
  const current = use(CurrentUserContext)
  if (!current) throw new Error('This page stands outside of the signed-in part.')
  return current
}
