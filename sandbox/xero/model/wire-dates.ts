/** A moment: `/Date(1539993600000+0000)/`. */
export const moment = (at: number): string => `/Date(${at}+0000)/`

/** A day is written as its midnight in UTC. It is a label and has no time zone. */
export const dayLabel = (date: string): string => moment(Date.parse(`${date}T00:00:00Z`))
