import { Refusal } from '../../errors.ts'

const UNKNOWN_SETTING = '42704'
/** It stands in the error as it is, in whatever language the server speaks. */
const OURS = 'transaction_timeout'

/**
 * What a server before 17 refuses is the connection itself: it does not know `transaction_timeout`, which comes with
 * each of ours. The operator reads so in one line; any other error is returned as it is, such as that a setting in
 * DATABASE_URL is unknown.
 */
export const orTooOld = (cause: Error & { code?: string }): Error =>
  cause.code === UNKNOWN_SETTING && cause.message.includes(OURS)
    ? new Refusal(
        'server-too-old',
        500,
        'This PostgreSQL is older than 17: Goodword runs on PostgreSQL 17 and 18.',
      )
    : cause
