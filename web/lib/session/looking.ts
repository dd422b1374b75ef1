import type { MeResponse } from '../../../contracts/sessions.ts'

type Looking = NonNullable<MeResponse['lookedAtBy']> | null

let looking: Looking = null

/** Kept with who is signed in: whether it is an operator who looks at these screens. */
export const recordLooking = (next: Looking): void => {
  looking = next
}

export const whoLooks = (): Looking => looking
