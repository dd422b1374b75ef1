/** What a process says of itself at its doors. */
export type Readiness = {
  /** It still answers, and takes no new connections soon. */
  isStopping: boolean
  /** Why it must not work with the database as it is. */
  refusal: string | undefined
}

export const createReadiness = (): Readiness => ({ isStopping: false, refusal: undefined })
