import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPlaces } from '../../server/integrations/google/places.ts'
import { createPeople } from '../google/people.ts'
import { DEMO_BUSINESS, makeBusinesses, placeIdOf } from './businesses.ts'
import { registerPlaces, type PlacesControl, type PlacesFault } from './register-places.ts'

const apiKey = 'sandbox-places-key'
const whitlock = placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb)
const faults = new Set<PlacesFault>()

let app: ReturnType<typeof Fastify>
let url: string
let google: PlacesControl

beforeEach(async () => {
  faults.clear()
  app = Fastify()
  google = registerPlaces(app, { apiKey, strike: (fault) => (faults.has(fault) ? { ms: 0 } : undefined) })
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/places`
})
afterEach(() => app.close())

const places = () => createPlaces({ apiKey, url })
const names = async (input: string) => (await places().autocomplete({ input })).map(({ name }) => name)

describe('choosing a business', () => {
  test('typing finds it, one details call returns its rating, and the letters were free', async () => {
    const sessionToken = crypto.randomUUID()
    for (const input of ['wh', 'whitl', 'whitlock el'])
      expect((await places().autocomplete({ input, sessionToken }))[0]).toEqual({
        placeId: whitlock,
        name: 'Whitlock Electrical',
        address: '14 Harbour St, Fremantle WA, Australia',
      })
    expect(await places().details({ placeId: whitlock, sessionToken })).toEqual({
      placeId: whitlock,
      name: 'Whitlock Electrical',
      address: '14 Harbour St, Fremantle WA 6160, Australia',
      country: 'AU',
      rating: 4.8,
      ratingCount: 63,
      state: 'open',
      isServiceArea: false,
      movedTo: undefined,
    })
    expect(google.bill()).toEqual({
      details: { 'ids-only': 0, essentials: 0, pro: 0, enterprise: 1 },
      autocomplete: { free: 3, billed: 0 },
    })
  })

  test('letters without a session, of a session that was not ended, and of one that is over, are billed', async () => {
    await places().autocomplete({ input: 'whit' })
    await places().autocomplete({ input: 'whit', sessionToken: 'left-alone' })
    await places().autocomplete({ input: 'whit', sessionToken: 'used-up' })
    await places().details({ placeId: whitlock, sessionToken: 'used-up' })
    await places().autocomplete({ input: 'whit', sessionToken: 'used-up' })
    expect(google.bill().autocomplete).toEqual({ free: 1, billed: 3 })
  })

  test('accents, macrons and apostrophes need not be typed', async () => {
    expect(await names('ngaio plumb')).toEqual(['Ngāio Plumbing & Gasfitting'])
    expect(await names('Ōtautahi')).toEqual(['Ōtautahi Roofing'])
    expect(await names('obriens painting')).toEqual(["O'Brien's Painting & Decorating"])
    expect(await names('darcys')).toEqual(['D’Arcy’s Drains'])
    expect(await names('senor pena')).toEqual(['Señor Peña Tile & Stone'])
  })

  test('businesses of one name in many suburbs are listed with their addresses, five at most', async () => {
    const chain = await places().autocomplete({ input: 'kettle key' })
    expect(chain.map(({ name }) => name)).toEqual(Array(5).fill('Kettle & Key Locksmiths'))
    expect(new Set(chain.map(({ address }) => address)).size).toBe(5)
    const [fremantle] = await places().autocomplete({ input: 'kettle fremantle' })
    expect(fremantle).toMatchObject({ address: '3 Station St, Fremantle WA, Australia' })
  })

  test('a business that only travels is found, without an address', async () => {
    const [found] = await places().autocomplete({ input: 'ngaio' })
    expect(await places().details({ placeId: found!.placeId })).toMatchObject({
      address: '',
      country: 'NZ',
      isServiceArea: true,
    })
  })

  test('who is new on the account chooser finds the business that the e-mail address names', async () => {
    const fold = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
    for (const { name, email, hint } of createPeople().all()) {
      if (!hint.startsWith('New here')) continue
      const found = await names(name.split(' ').at(-1)!)
      expect(found.map(fold)).toContain(fold(email.replace(/.*@|\.example$/g, '')))
    }
  })

  test('a business without ratings has no rating', async () => {
    const [found] = await places().autocomplete({ input: 'fresh start clean' })
    expect(await places().details({ placeId: found!.placeId })).toMatchObject({
      rating: undefined,
      ratingCount: 0,
    })
  })

  test('one that has closed is reported as closed', async () => {
    const stateOf = async (input: string) => {
      const [found] = await places().autocomplete({ input })
      return (await places().details({ placeId: found!.placeId })).state
    }
    expect(await stateOf('closed for good bakery')).toBe('closed-for-good')
    expect(await stateOf('harvest break')).toBe('closed-for-now')
  })

  test('a business is found in any country, and by its town or its trade alone', async () => {
    expect(await names('byrne')).toEqual(['Byrne Electrical'])
    expect(await names('lachance')).toEqual(['Lachance Plomberie'])
    expect(await names('cork ireland')).toEqual(['Byrne Electrical'])
    expect(await names('electrician cork')).toEqual(['Byrne Electrical'])
    expect(await names('leeds')).toHaveLength(5)
    expect(await names('nothing has such a name')).toEqual([])
  })

  test('the countries that a caller names, as Google lets it, are the only ones', async () => {
    const answer = await fetch(`${url}/v1/places:autocomplete`, {
      method: 'POST',
      headers: { 'x-goog-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ input: 'kettle', includedRegionCodes: ['NZ', 'gb'] }),
    })
    expect(await answer.json()).toEqual({})
  })
})

describe('looking whether it is still there', () => {
  test('costs nothing', async () => {
    expect(await places().currentId(whitlock)).toBe(whitlock)
    expect(google.bill()).toMatchObject({ details: { 'ids-only': 1, enterprise: 0 } })
    await places().reach()
  })

  test('a place that moved is followed, one that vanished is reported as missing', async () => {
    const before = placeIdOf('Lockyer & Sons Upholstery', 'Fremantle')
    expect(await places().currentId(before)).toBe(placeIdOf('Lockyer & Sons Upholstery', 'Cottesloe'))
    google.move(whitlock, before)
    expect(await places().currentId(whitlock)).toBe(placeIdOf('Lockyer & Sons Upholstery', 'Cottesloe'))
    google.vanish(whitlock)
    expect(await places().currentId(whitlock)).toBeUndefined()
    await expect(places().details({ placeId: whitlock })).rejects.toMatchObject({ code: 'not-found' })
    google.reset()
    expect(await places().currentId(whitlock)).toBe(whitlock)
  })

  test('places that moved to each other end the search', async () => {
    const other = placeIdOf('Kettle & Key Locksmiths', 'Fremantle')
    google.move(whitlock, other)
    google.move(other, whitlock)
    expect([whitlock, other]).toContain(await places().currentId(whitlock))
  })
})

describe('when Google refuses', () => {
  test.for<[PlacesFault, object]>([
    ['places429', { kind: 'retry-later', code: 'rate-limited', retryAfterSeconds: 60 }],
    ['placesBilling', { kind: 'rejected', code: 'configuration' }],
    ['places5xx', { kind: 'retry-later', code: 'unreachable' }],
  ])('%s is reported in words for the owner', async ([fault, failure]) => {
    faults.add(fault)
    const expected = { name: 'VendorFailure', message: expect.stringMatching(/\.$/) as string, ...failure }
    await expect(places().autocomplete({ input: 'whit' })).rejects.toMatchObject(expected)
    await expect(places().currentId(whitlock)).rejects.toMatchObject(expected)
  })

  test('a wrong key is a fault of the settings', async () => {
    const locked = createPlaces({ apiKey: 'wrong', url })
    await expect(locked.reach()).rejects.toMatchObject({ kind: 'rejected', code: 'configuration' })
  })

  test('a good key is recognised by the refusal of an impossible place', async () => {
    await places().reach()
    await expect(places().currentId('short')).rejects.toMatchObject({ code: 'invalid-request' })
  })

  test('a refused connection is a failure to be retried', async () => {
    const nowhere = createPlaces({ apiKey, url: 'http://127.0.0.1:9' })
    await expect(nowhere.autocomplete({ input: 'whit' })).rejects.toMatchObject({ kind: 'retry-later' })
  })

  test('a session token out of form is refused', async () => {
    for (const sessionToken of ['x'.repeat(37), 'a b'])
      await expect(places().autocomplete({ input: 'whit', sessionToken })).rejects.toMatchObject({
        kind: 'rejected',
        code: 'invalid-request',
      })
  })

  test('an answer in another form is refused', async () => {
    const odd = Fastify()
    odd.get('/v1/places/:id', (_, reply) => reply.type('application/json').send('{"id":'))
    try {
      const broken = createPlaces({ apiKey, url: await odd.listen({ port: 0, host: '127.0.0.1' }) })
      await expect(broken.currentId(whitlock)).rejects.toMatchObject({
        kind: 'retry-later',
        code: 'unexpected-answer',
      })
    } finally {
      await odd.close()
    }
  })
})

describe('the stand-in is as strict as Google', () => {
  const look = async (headers: Record<string, string>, query = '') => {
    const answer = await fetch(`${url}/v1/places/${whitlock}${query}`, { headers })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  test('a details call needs a field mask with known fields', async () => {
    const key = { 'x-goog-api-key': apiKey }
    const refused = { status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT' } } }
    expect(await look(key)).toMatchObject(refused)
    expect(await look({ ...key, 'x-goog-fieldmask': 'id, displayName' })).toMatchObject(refused)
    expect(await look({ ...key, 'x-goog-fieldmask': 'id,stars' })).toMatchObject(refused)
    expect(await look({ ...key, 'x-goog-fieldmask': 'id,postalAddress.regionCode' })).toEqual({
      status: 200,
      body: { id: whitlock, postalAddress: { regionCode: 'AU' } },
    })
    expect(await look({}, `?key=${apiKey}&fields=id`)).toEqual({ status: 200, body: { id: whitlock } })
  })

  test('a details call needs a key, and a wrong key is refused with its reason', async () => {
    expect(await look({})).toMatchObject({ status: 403, body: { error: { status: 'PERMISSION_DENIED' } } })
    expect(await look({ 'x-goog-api-key': 'wrong' })).toMatchObject({
      status: 400,
      body: { error: { details: [{ reason: 'API_KEY_INVALID' }] } },
    })
  })

  test('a few hundred businesses, always the same, each with an id of its own', () => {
    const businesses = makeBusinesses()
    expect(businesses.length).toBeGreaterThan(300)
    expect(new Set(businesses.map(({ id }) => id)).size).toBe(businesses.length)
    expect(makeBusinesses()).toEqual(businesses)
  })
})
