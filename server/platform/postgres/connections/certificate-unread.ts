import { Refusal } from '../../errors.ts'

/**
 * The driver reads the files that an address names when a client is made, and its error names no setting. In one line
 * for the operator; any other error is returned as it is.
 */
export const orUnread = (cause: Error & { code?: string; syscall?: string; path?: string }): Error =>
  cause.syscall === 'open' || cause.syscall === 'read'
    ? new Refusal(
        'certificate-unread',
        500,
        `The database's address names a file that cannot be read (${cause.code})${cause.path ? `: ${cause.path}` : ''}. Correct its sslrootcert, sslcert or sslkey.`,
      )
    : cause
