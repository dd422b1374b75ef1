type Cause = Error & { code?: string; reason?: string; routine?: string }

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** What a login meets first that was not let in, whatever language its server speaks. */
const QUEUE_SCHEMA = 'graphile_worker'
/** What a pooler has to do with the startup options, which hold the role and the time limits. */
export const PASS_ON = 'it has to pass them on, in session mode, or the address has to lead past it'
const SET_ROLE = 'call_string_check_hook'

/**
 * Why this address or login does not lead into the database, and what the operator does about it, as "its address has
 * no password: …". Undefined for any other error.
 */
export const refusalOf = (cause: unknown): string | undefined => {
  const { code = '', message = '', reason, routine } = (cause ?? {}) as Partial<Cause>
  if (message === 'The server does not support SSL connections')
    return 'the server speaks no TLS: switch it on there (ssl = on), or correct the host in the address'
  if (UNTRUSTED.has(code))
    return `the certificate of the server is not trusted here (${code}): name the one of its authority in the address, sslmode=verify-full&sslrootcert=/path/to/ca.pem`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of the server is for another host (${reason?.replace(/[: ]+$/, '')}): write the one that it names into the address`
  if (code === 'CERT_HAS_EXPIRED') return 'the certificate of the server has expired: renew it there'
  if (/^SASL: .*client password must be/.test(message))
    return 'its address has no password: write it as postgres://user:password@host'
  if (message.startsWith('a connection acts as ')) return message
  if (code === '08P01' && message.includes('startup parameter'))
    return `a pooler refuses the startup options (${message}): ${PASS_ON}`
  if (code === '42501' && (message.includes(QUEUE_SCHEMA) || routine === SET_ROLE))
    return `${message}: run \`goodword migrate\` with MIGRATE_DATABASE_URL, which lets this login in`
  return undefined
}
