import { isSandboxValue } from './env-sandbox.ts'

type Given = Record<string, string | undefined>

/** What live mode demands beyond the shape of each setting, one line a fault. */
export const liveFaults = (given: Given): string[] => {
  const faults = Object.entries(given).flatMap(([name, value]) => valueFault(name, value!) ?? [])
  if (!given['PUBLIC_URL']) faults.push('PUBLIC_URL is missing')
  else if (!given['PUBLIC_URL'].startsWith('https://'))
    faults.push('PUBLIC_URL must begin with https:// in live mode')
  else if (beyondName(given['PUBLIC_URL']))
    faults.push(
      `PUBLIC_URL has a ${beyondName(given['PUBLIC_URL'])}: links and callbacks lead to the name alone`,
    )
  for (const name of ['OIDC_ISSUER', 'OPERATOR_OIDC_ISSUER'])
    if (/^http:/i.test(given[name] ?? '') && !isSandboxValue(name, given[name]!))
      faults.push(`${name} must begin with https:// in live mode`)
  if (!given['METRICS_TOKEN'])
    faults.push('METRICS_TOKEN is missing: /metrics would be open to whoever reaches it')
  if (!given['DATABASE_URL'])
    faults.push('DATABASE_URL is missing: live mode does not use the embedded PostgreSQL')
  else if (given['ALLOW_PLAINTEXT_DATABASE'] !== 'yes' && !demandsTls(given['DATABASE_URL']))
    faults.push(
      'DATABASE_URL does not demand TLS: add sslmode=verify-full, or set ALLOW_PLAINTEXT_DATABASE=yes',
    )
  for (const name of ['MIGRATE_DATABASE_URL', 'BACKUP_VERIFY_DATABASE_URL']) {
    const url = given[name]
    if (url && given['ALLOW_PLAINTEXT_DATABASE'] !== 'yes' && !demandsTls(url))
      faults.push(`${name} does not demand TLS: add sslmode=verify-full`)
  }
  return faults
}

/** A key of Stripe says by its beginning what it is, and whether it is of its sandbox. */
const BEGINNINGS: Record<string, { with: RegExp; words: string }> = {
  STRIPE_SECRET_KEY: { with: /^(sk|rk)_live_/, words: 'sk_live_ or rk_live_' },
  STRIPE_WEBHOOK_SECRET: { with: /^whsec_/, words: 'whsec_' },
}

const valueFault = (name: string, value: string): string | undefined => {
  const begins = BEGINNINGS[name]
  if (begins && !begins.with.test(value)) return `${name} must begin with ${begins.words} in live mode`
  return isSandboxValue(name, value) ? `${name} is a sandbox value: live mode refuses it` : undefined
}

const beyondName = (publicUrl: string): string | undefined => {
  const url = URL.parse(publicUrl)
  if (url && /[^/]/.test(url.pathname)) return 'path'
  if (url?.username || url?.password) return 'user or password'
  // An empty one is one, too: what is written behind it would belong to it.
  if (publicUrl.includes('?')) return 'query'
  return publicUrl.includes('#') ? 'fragment' : undefined
}

/** `prefer` falls back, and `no-verify` speaks to whoever answers. Of several the driver takes the last. */
const TLS_MODES = new Set(['require', 'verify-ca', 'verify-full'])

const demandsTls = (databaseUrl: string): boolean => {
  const [address, query] = databaseUrl.split('?')
  const parameters = new URLSearchParams(query)
  // A folder in the host's place is a socket of this machine. The driver takes a later host before it.
  if (SOCKET.test(address!) && !parameters.has('host')) return true
  const modes = parameters.getAll('sslmode')
  return modes.length > 0 && modes.every((mode) => TLS_MODES.has(mode))
}

const SOCKET = /^postgres(ql)?:\/\/([^@/]*@)?%2f/i
