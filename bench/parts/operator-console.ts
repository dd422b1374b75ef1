import { createHash, randomBytes } from 'node:crypto'
import { TROUBLES } from '../../contracts/shared/operator-terms.ts'
import type { Figure } from '../figures.ts'
import type { Rig } from '../rig/rig.ts'

const OPERATOR = 'olive@operator.example'
/** What an operator asks of the list of businesses: opens it, looks for a name, asks for those in trouble. */
const ASKED = ['', '?search=business', '?search=99', ...TROUBLES.map((trouble) => `?trouble=${trouble}`)]
const TURNS = 5

/** With these settings the console is there. The issuer is never asked: the session is written by hand. */
export const WITH_CONSOLE = {
  OPERATOR_OIDC_ISSUER: 'http://127.0.0.1:1/issuer',
  OPERATOR_OIDC_CLIENT_ID: 'bench',
  OPERATOR_OIDC_CLIENT_SECRET: 'bench',
  OPERATOR_EMAILS: OPERATOR,
}

/** How long the slowest page of the operator's list of businesses takes, and the slowest look at one. */
export const measureConsole = async (rig: Rig): Promise<Figure[]> => {
  const cookie = await signIn(rig)
  const ask = async (path: string): Promise<{ ms: number; body: Page }> => {
    const began = performance.now()
    const response = await fetch(`http://127.0.0.1:${rig.port}/api/operator/businesses${path}`, {
      headers: { cookie },
    })
    const body = (await response.json()) as Page
    if (!response.ok) throw new Error(`The console answered ${response.status}: ${JSON.stringify(body)}`)
    return { ms: performance.now() - began, body }
  }
  const { body } = await ask('')
  const paths = [...ASKED, ...body.businesses.slice(0, 5).map(({ id }) => `/${id}`)]
  const slowest = { list: 0, one: 0 }
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const path of paths) {
      const kind = path.startsWith('/') ? 'one' : 'list'
      slowest[kind] = Math.max(slowest[kind], (await ask(path)).ms)
    }
  return [
    { what: 'a page of /operator, the slowest', value: slowest.list, unit: 'ms', bar: { atMost: 1_000 } },
    {
      what: 'one business at /operator, the slowest',
      value: slowest.one,
      unit: 'ms',
      bar: { atMost: 1_000 },
    },
  ]
}

type Page = { businesses: { id: string }[] }

const signIn = async ({ pool }: Rig): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    `insert into operator_sessions (token_hash, name, admitted_by, created_at, seen_at, expires_at, ends_at)
     values ($1, $2, 'email', now(), now(), now() + interval '30 minutes', now() + interval '8 hours')`,
    [createHash('sha256').update(token).digest(), OPERATOR],
  )
  return `goodword-operator=${token}`
}
