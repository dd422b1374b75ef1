import { beforeAll, expect, test } from 'vitest'
import type { ApiDocument } from '../server/platform/http/api/document.ts'
import { mintOne } from './support/codes.ts'
import { hostileCalls, operationsOf, type HostileCall } from './support/hostile/hostile-calls.ts'
import { hostileDoorCalls, otherDoors } from './support/hostile/other-doors.ts'
import { signedCalls } from './support/hostile/signed-calls.ts'
import { useProduct } from './support/product.ts'
import { signInTo } from './support/signed-in.ts'
import { createTrader, type Trader } from './support/trader.ts'

const product = useProduct()
let document: ApiDocument
let trader: Trader
let known: Record<string, string>

beforeAll(async () => {
  document = (await product.app.inject('/api/openapi.json')).json()
  trader = await createTrader(product)
  known = { slug: await mintOne(product.db), phone: '0491 570 156' }
})

const LISTS_AT_ONCE = 4
const BURST = 16
const LONGEST_MS = 20_000
const PATIENCE = { timeout: 120_000 }

/** The calls of one list one after another, a few lists beside each other. */
const faultsOf = async (lists: HostileCall[][], atOnce = LISTS_AT_ONCE): Promise<string[]> => {
  const faults: string[] = []
  const waiting = [...lists]
  const knock = async () => {
    for (const call of waiting.shift() ?? []) {
      const fault = await faultOf(call)
      if (fault) faults.push(`${call.what}: ${fault}`)
    }
    if (waiting.length > 0) await knock()
  }
  await Promise.all(Array.from({ length: atOnce }, knock))
  return faults
}

const faultOf = async (call: HostileCall): Promise<string | undefined> => {
  const patience = Promise.withResolvers<undefined>()
  const timer = setTimeout(patience.resolve, LONGEST_MS, undefined)
  const remoteAddress = nextNetwork()
  const answer = await Promise.race([
    product.app.inject({ ...injected(call), remoteAddress }),
    patience.promise,
  ])
  clearTimeout(timer)
  if (!answer) return 'no answer'
  if (answer.statusCode < 500) return undefined
  const code = /"code":"([\w-]+)"/.exec(answer.body)?.[1]
  return code && FAULTS_OF_A_VENDOR.has(code) ? undefined : `${answer.statusCode} ${code}`
}

const injected = ({ method, url, headers, payload }: HostileCall) => ({
  method: method as 'GET',
  url,
  headers,
  ...(payload === undefined ? {} : { payload }),
})

let networks = 0

/** Each call comes from a network of its own, so that none is turned away for what another did. */
const nextNetwork = (): string => {
  networks += 1
  return `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`
}

/** What we answer when a vendor refused or failed. */
const FAULTS_OF_A_VENDOR = new Set(['vendor-busy', 'vendor-failed', 'places-unavailable', 'gateway-busy'])

/** The session's, and all others together. */
const cookiesOf = ({ components }: ApiDocument): string[][] => {
  const { securitySchemes } = components as unknown as { securitySchemes: Record<string, { name: string }> }
  const names = Object.values(securitySchemes).map(({ name }) => name)
  return [names.filter((name) => name === SESSION), names.filter((name) => name !== SESSION)]
}

const SESSION = 'goodword-session'

const callsOf = async (isSignedIn: boolean): Promise<HostileCall[][]> =>
  Promise.all(
    operationsOf(document).map(async (operation) => {
      const own = isSignedIn ? `${SESSION}=${(await signInTo(product, trader.businessId)).session}; ` : ''
      return hostileCalls(operation, { document, cookies: cookiesOf(document), known }).map((call) => ({
        ...call,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...call.headers,
          cookie: own + (call.headers['cookie'] ?? ''),
        },
      }))
    }),
  )

test.each([
  ['a stranger', false],
  ['an owner', true],
])(
  'whatever %s sends to any operation is answered, and breaks nothing',
  PATIENCE,
  async (_who, isSignedIn) => {
    const lists = await callsOf(isSignedIn)
    expect(Math.min(...lists.map(({ length }) => length))).toBeGreaterThan(40)
    expect(await faultsOf(lists)).toEqual([])
  },
)

test('whatever anybody sends to any other door is answered, and breaks nothing', PATIENCE, async () => {
  const doors = otherDoors(product.app)
  expect(doors).toContainEqual({ method: 'GET', path: '/claim/:slug' })
  const lists = doors.map((door) => hostileDoorCalls(door, known))
  expect(await faultsOf(lists)).toEqual([])
})

test('what a vendor signs may be as odd as it likes', PATIENCE, async () => {
  const calls = signedCalls(product, trader.tenantId).flat()
  // None depends on another: those that come at once are written down together, as in a burst.
  const lists = Array.from({ length: BURST }, (_, first) => calls.filter((_call, at) => at % BURST === first))
  expect(await faultsOf(lists, BURST)).toEqual([])
})
