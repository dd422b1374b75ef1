import { Client } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { createClaimants, PHONE_AGENT } from '../../test/support/claimants.ts'
import { mintOne } from '../../test/support/codes.ts'
import { createOwner } from '../../test/support/owner.ts'
import type { PersonAtBrowser } from '../../test/support/person.ts'
import { DatabaseAway } from '../platform/postgres/connections/database-away.ts'
import { claimCode } from './claim-code.ts'
import { releaseCode } from './release-code.ts'

const side = useAccountSide()
const { newPerson, look, claim, search, placeNamed, scan, rowOf, transfersOf } = createClaimants(side)
let slug: string
let stranger: PersonAtBrowser
let people = 0

beforeEach(async () => {
  slug = await mintOne(side.parts.db)
  stranger = newPerson()
  people += 1
})

test('a stranger searches, confirms and claims; from then on a scan goes straight to the review page', async () => {
  expect((await look(stranger, slug)).body).toEqual({
    slug,
    state: 'unclaimed',
    isOwned: false,
    business: null,
    reviewUrl: null,
  })
  const { placeId } = await placeNamed(slug, 'whitlock')
  const confirmed = await stranger.api('GET', `/api/claims/${slug}/places/${placeId}`)
  expect(confirmed.body).toMatchObject({
    place: { name: 'Whitlock Electrical', rating: 4.8, userRatingsTotal: 63 },
  })

  const reviewUrl = `https://search.google.com/local/writereview?placeid=${placeId}`
  const claimed = await claim(stranger, slug, placeId)
  expect([claimed.status, claimed.body]).toEqual([
    200,
    {
      slug,
      state: 'yours',
      isOwned: false,
      business: {
        placeId,
        name: 'Whitlock Electrical',
        address: expect.stringContaining('Fremantle') as string,
      },
      reviewUrl,
    },
  ])
  const visit = await scan(slug)
  expect([visit.status, visit.headers.get('location'), visit.headers.get('cache-control')]).toEqual([
    302,
    reviewUrl,
    'no-store',
  ])
  await expect.poll(async () => (await rowOf(slug)).scan_count).toBe(1)
  expect((await look(newPerson(), slug)).body).toMatchObject({ state: 'claimed', reviewUrl })
})

test('the slug is found in whatever letters it is written', async () => {
  expect((await look(stranger, slug.toUpperCase())).body).toMatchObject({ slug, state: 'unclaimed' })
  const { placeId } = await placeNamed(slug, 'kettle')
  await claim(stranger, slug.toUpperCase(), placeId)
  expect((await scan(slug.toUpperCase())).status).toBe(302)
})

test('previews and look-ups of machines are led on and not counted', async () => {
  const { placeId } = await placeNamed(slug, 'kettle')
  await claim(stranger, slug, placeId)
  const machines: Record<string, string>[] = [
    { 'user-agent': 'WhatsApp/2.23' },
    { 'user-agent': PHONE_AGENT, 'sec-purpose': 'prefetch' },
  ]
  for (const headers of machines) {
    expect((await scan(slug, headers)).status).toBe(302)
  }
  expect((await scan(slug, { 'user-agent': PHONE_AGENT }, 'HEAD')).status).toBe(302)
  await scan(slug)
  await expect.poll(async () => (await rowOf(slug)).scan_count).toBe(1)
})

test('of a thousand who claim one code at once exactly one has it', async () => {
  const claims = await Promise.allSettled(
    Array.from({ length: 1000 }, (_, number) =>
      claimCode(side.parts.db, {
        slug,
        place: { placeId: `ChIJplace${number}`, name: `Business ${number}`, address: '' },
        secret: `secret ${number}`,
        owner: undefined,
        now: new Date(),
      }).then(() => number),
    ),
  )
  const won = claims.filter((one) => one.status === 'fulfilled')
  expect(won).toHaveLength(1)
  expect((await rowOf(slug)).place_name).toBe(`Business ${won[0]!.value}`)
  expect(await transfersOf(slug)).toHaveLength(1)
  for (const one of claims) {
    // On a busy machine not all get a connection in time: these may try again.
    if (one.status === 'rejected' && !(one.reason instanceof DatabaseAway))
      expect(one.reason).toMatchObject({ code: 'already-claimed', status: 409 })
  }
})

test('of two people who press the button at once one has the code, and the other is told', async () => {
  const [first, second] = [await placeNamed(slug, 'whitlock'), await placeNamed(slug, 'kettle')]
  const answers = await Promise.all([
    claim(newPerson(), slug, first.placeId),
    claim(newPerson(), slug, second.placeId),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'already-claimed' })
  const winner = answers[0]!.status === 200 ? first : second
  expect((await rowOf(slug)).place_id).toBe(winner.placeId)
  expect((await scan(slug)).headers.get('location')).toContain(winner.placeId)
  expect(await transfersOf(slug)).toMatchObject([{ kind: 'claimed', place_id: winner.placeId }])
})

test('a crowd that scans at once is counted to the last', async () => {
  const { placeId } = await placeNamed(slug, 'kettle')
  await claim(stranger, slug, placeId)
  await Promise.all(Array.from({ length: 40 }, () => scan(slug)))
  await expect.poll(async () => (await rowOf(slug)).scan_count).toBe(40)
  expect((await rowOf(slug)).last_scanned_at).not.toBeNull()
})

test('what was written down about a code is never changed', async () => {
  const { placeId } = await placeNamed(slug, 'kettle')
  await claim(stranger, slug, placeId)
  const owner = new Client({ connectionString: side.parts.databaseUrl })
  await owner.connect()
  for (const change of [
    "update qr_transfers set kind = 'released'",
    'delete from qr_transfers',
    'truncate qr_transfers',
  ])
    await expect(owner.query(change)).rejects.toThrow('qr_transfers is append-only')
  await owner.end()
  expect(await transfersOf(slug)).toHaveLength(1)
})

test('a person who comes second is told, and the claimer may repeat the call after a lost answer', async () => {
  const { placeId } = await placeNamed(slug, 'whitlock')
  const other = await placeNamed(slug, 'kettle')
  expect((await claim(stranger, slug, placeId)).status).toBe(200)
  const again = await claim(stranger, slug, placeId)
  expect([again.status, again.body]).toMatchObject([200, { state: 'yours' }])
  const late = await claim(newPerson(), slug, other.placeId)
  expect(late.body).toMatchObject({ status: 409, code: 'already-claimed' })
  expect((await search(newPerson(), slug, 'kettle')).body).toMatchObject({
    status: 409,
    code: 'already-claimed',
  })
})

test('an owner who is signed in may repeat her claim of the same business after a lost answer', async () => {
  const owner = await createOwner(side, `again${people}@raman.example`, 'Kettle')
  const { placeId } = await placeNamed(slug, 'kettle')
  const first = await claim(owner, slug, placeId)
  expect([first.status, first.body]).toMatchObject([200, { state: 'yours', isOwned: true }])
  const again = await claim(owner, slug, placeId)
  expect([again.status, again.body]).toEqual([200, first.body])
  // Pressed while the first was under way, by a browser that has not had its answer.
  const { businessId } = owner
  const place = { placeId, name: 'Kettle', address: '' }
  const byHer = { userId: crypto.randomUUID(), businessId }
  await claimCode(side.parts.db, { slug, place, secret: 'new', owner: byHer, now: new Date() })
  const other = await placeNamed(await mintOne(side.parts.db), 'whitlock')
  expect((await claim(owner, slug, other.placeId)).body).toMatchObject({ code: 'already-claimed' })
  expect(await transfersOf(slug)).toHaveLength(1)
})

describe('the account that follows', () => {
  test('owns what its browser claimed before it had a business', async () => {
    const { placeId } = await placeNamed(slug, 'whitlock')
    await claim(stranger, slug, placeId)
    await stranger.signIn(`new${people}@raman.example`)
    expect((await rowOf(slug)).business_id).toBeNull()
    const { body } = await stranger.api('PUT', '/api/onboarding/business', { placeId })
    expect(body).toMatchObject({ place: { placeId } })
    const mine = await stranger.api('GET', '/api/qr-codes')
    expect(mine.body).toMatchObject({
      codes: [
        { slug, url: `${side.url}/claim/${slug}`, scans: 0, business: { name: 'Whitlock Electrical' } },
      ],
    })
    expect((await transfersOf(slug)).map(({ kind }) => kind)).toEqual(['claimed', 'adopted'])
    expect(stranger.cookies().filter((cookie) => cookie.includes('claimer'))).toEqual([])
  })

  test('that was there already owns it with the sign-in, or at once when it is signed in', async () => {
    const email = `owner${people}@raman.example`
    const { placeId } = await placeNamed(slug, 'kettle')
    const owner = await createOwner(side, email, 'Kettle')
    await claim(stranger, slug, placeId)
    await stranger.signIn(email)
    expect((await rowOf(slug)).business_id).toBe(owner.businessId)
    const second = await mintOne(side.parts.db)
    expect((await claim(owner, second, placeId)).body).toMatchObject({ state: 'yours', isOwned: true })
    expect((await rowOf(second)).business_id).toBe(owner.businessId)
    expect((await look(newPerson(), slug)).body).toMatchObject({ state: 'claimed', isOwned: true })
  })

  test('of another browser does not get it, nor one that comes a week later', async () => {
    const { placeId } = await placeNamed(slug, 'kettle')
    await claim(stranger, slug, placeId)
    const other = newPerson()
    await other.signIn(`other${people}@raman.example`)
    await other.api('PUT', '/api/onboarding/business', { placeId })
    expect((await rowOf(slug)).business_id).toBeNull()
    expect((await other.api('GET', '/api/qr-codes')).body).toEqual({ codes: [] })
    side.later(8 * 86_400_000)
    await stranger.signIn(`late${people}@raman.example`)
    await stranger.api('PUT', '/api/onboarding/business', { placeId })
    expect((await rowOf(slug)).business_id).toBeNull()
    side.later(-8 * 86_400_000)
  })
})

test('the owner, and no one else, sees the code, moves it and downloads its picture', async () => {
  const owner = await createOwner(side, `mover${people}@raman.example`, 'Kettle')
  const [first, second] = [await placeNamed(slug, 'kettle'), await placeNamed(slug, 'whitlock')]
  await claim(owner, slug, first.placeId)
  const moved = await owner.api('PUT', `/api/qr-codes/${slug}`, { placeId: second.placeId })
  expect(moved.body).toMatchObject({ slug, business: { name: 'Whitlock Electrical' } })
  expect((await scan(slug)).headers.get('location')).toContain(second.placeId)
  expect((await transfersOf(slug)).map(({ kind, place_name }) => `${kind} ${place_name}`)).toEqual([
    `claimed ${first.name}`,
    'moved Whitlock Electrical',
  ])
  for (const [format, type] of [
    ['svg', 'image/svg+xml'],
    ['png', 'image/png'],
  ]) {
    const picture = await owner.api('GET', `/api/qr-codes/${slug}/picture?format=${format}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, type])
    expect(picture.headers.get('content-disposition')).toContain(`goodword-${slug}.${format}`)
  }
  const other = await createOwner(side, `nosy${people}@raman.example`, 'Nosy')
  expect((await other.api('PUT', `/api/qr-codes/${slug}`, { placeId: first.placeId })).status).toBe(404)
  expect((await other.api('GET', `/api/qr-codes/${slug}/picture`)).status).toBe(404)
  expect((await stranger.api('GET', '/api/qr-codes')).status).toBe(401)
})

test('an owner who opens the own code is not counted and not sent away', async () => {
  const owner = await createOwner(side, `visit${people}@raman.example`, 'Kettle')
  const { placeId } = await placeNamed(slug, 'kettle')
  await claim(owner, slug, placeId)
  const page = await owner.open(`${side.url}/claim/${slug}`)
  expect(page.url).toBe(`${side.url}/claim/${slug}`)
  expect((await rowOf(slug)).scan_count).toBe(0)
  expect((await look(owner, slug)).body).toMatchObject({ state: 'yours', isOwned: true })
})

test('a code that leads to the owner’s own business follows the link that the owner set there', async () => {
  const owner = await createOwner(side, `link${people}@raman.example`, 'Kettle')
  const { placeId } = await placeNamed(slug, 'kettle')
  await owner.api('PUT', '/api/google/business', { placeId, reviewUrl: 'https://g.page/r/kettle/review' })
  await claim(owner, slug, placeId)
  expect((await scan(slug)).headers.get('location')).toBe('https://g.page/r/kettle/review')
})

const operator = { by: { kind: 'system', name: 'command line' }, now: new Date() } as const

test('the operator takes a code back, and it can be claimed again', async () => {
  const { placeId } = await placeNamed(slug, 'kettle')
  await claim(stranger, slug, placeId)
  expect(await releaseCode(side.parts.db, slug.toUpperCase(), operator)).toMatchObject({ slug })
  await expect(releaseCode(side.parts.db, slug, operator)).rejects.toMatchObject({ code: 'not-claimed' })
  expect((await look(stranger, slug)).body).toMatchObject({ state: 'unclaimed' })
  expect((await claim(newPerson(), slug, placeId)).status).toBe(200)
  expect((await transfersOf(slug)).map(({ kind }) => kind)).toEqual(['claimed', 'released', 'claimed'])
})
