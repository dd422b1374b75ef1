import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { createClaimants } from '../../test/support/claimants.ts'
import { mintOne } from '../../test/support/codes.ts'
import type { PersonAtBrowser } from '../../test/support/person.ts'

const side = useAccountSide()
const { newPerson, look, search, claim, placeNamed } = createClaimants(side)
const spent = async (key: string): Promise<number> => {
  const { db } = side.parts
  const { rows } = await sql<{ points: number }>`select points from rate_limits where key = ${key}`.execute(
    db,
  )
  return rows[0]?.points ?? 0
}
const spend = (key: string, points: number) =>
  sql`insert into rate_limits (key, points, expire) values (${key}, ${points}, ${Date.now() + 3_600_000})
      on conflict (key) do update set points = excluded.points, expire = excluded.expire`.execute(
    side.parts.db,
  )
let slug: string
let stranger: PersonAtBrowser

beforeEach(async () => {
  slug = await mintOne(side.parts.db)
  stranger = newPerson()
})

describe('strangers at our expense', () => {
  test('find at most five, beginning with two letters, and nothing at all without a free code [5.2]', async () => {
    const before = side.sandbox.places!.bill()
    expect((await search(stranger, slug, 'k')).body).toEqual({ places: [] })
    for (const unknown of ['bbbbbbbbbb', 'x', 'no-such-code', '%27%3B']) {
      const answers = [await look(stranger, unknown), await search(stranger, unknown, 'kettle')]
      answers.push(await stranger.api('POST', `/api/claims/${unknown}`, { placeId: 'ChIJsome' }))
      expect(
        new Set(answers.map(({ body }) => `${String(body['status'])} ${String(body['detail'])}`)),
      ).toEqual(new Set(['404 Check the letters printed under it, or scan it again.']))
    }
    expect(side.sandbox.places!.bill()).toEqual(before)
    const { body } = await search(stranger, slug, 'plumb')
    expect((body['places'] as unknown[]).length).toBe(5)
  })

  test('see five also of a search at Google that finds more [5.2] [9.1]', async () => {
    const { places } = side.parts
    const seven = Array.from({ length: 7 }, (_, n) => ({
      placeId: `ChIJ${n}`,
      name: `Shop ${n}`,
      address: '',
    }))
    const asked = vi.spyOn(places, 'autocomplete').mockResolvedValueOnce(seven)
    const { body } = await search(stranger, slug, 'shop')
    expect((body['places'] as { name: string }[]).map(({ name }) => name)).toEqual(
      seven.slice(0, 5).map(({ name }) => name),
    )
    expect(asked).toHaveBeenCalledOnce()
    asked.mockRestore()
  })

  test('guess no further than their share, whether they guess right or wrong', async () => {
    const guesser = newPerson()
    const seen: number[] = []
    for (let guess = 0; guess < 122; guess += 1)
      seen.push((await look(guesser, guess % 2 ? slug : 'bbbbbbbbbb')).status)
    expect(seen.slice(0, 120).every((status) => status === 200 || status === 404)).toBe(true)
    expect(seen.slice(120)).toEqual([429, 429])
    expect((await look(newPerson(), slug)).status).toBe(200)
  })

  test('confirm one code only so often, from however many addresses', async () => {
    const seen = new Set<number>()
    const other = await mintOne(side.parts.db)
    for (let tries = 0; tries < 31; tries += 1)
      seen.add((await newPerson().api('GET', `/api/claims/${slug}/places/ChIJunknown`)).status)
    expect(seen).toEqual(new Set([404, 429]))
    expect((await newPerson().api('GET', `/api/claims/${other}/places/ChIJunknown`)).status).toBe(404)
  })

  test.each([
    ['claims', 40, (who: PersonAtBrowser) => who.api('POST', '/api/claims/bbbbbbbbbb', { placeId: 'ChIJx' })],
    ['searches', 120, (who: PersonAtBrowser) => search(who, 'bbbbbbbbbb', 'kettle')],
  ])('have so many %s an address, and %i are the most', async (_what, most, attempt) => {
    const eager = newPerson()
    const seen: number[] = []
    for (let tries = 0; tries <= most; tries += 1) seen.push((await attempt(eager)).status)
    expect(seen.filter((status) => status === 404)).toHaveLength(most)
    expect(seen.at(-1)).toBe(429)
    expect((await attempt(newPerson())).status).toBe(404)
  })

  test('search for one code only so often, from however many addresses', async () => {
    await sql`insert into rate_limits (key, points, expire)
      values (${`claim-search-slug:${slug}`}, 200, ${Date.now() + 3_600_000})`.execute(side.parts.db)
    const before = side.sandbox.places!.bill()
    expect((await search(newPerson(), slug, 'kettle')).status).toBe(429)
    expect(side.sandbox.places!.bill()).toEqual(before)
    const other = await mintOne(side.parts.db)
    expect((await search(newPerson(), other, 'kettle')).status).toBe(200)
  })

  test('spend nothing of the day’s money where Google knows no such place', async () => {
    const { placeId } = await placeNamed(slug, 'kettle')
    const confirm = (id: string) => newPerson().api('GET', `/api/claims/${slug}/places/${id}`)
    const before = await spent('claim-details-day:all')
    expect((await confirm('ChIJunknown')).status).toBe(404)
    expect(await spent('claim-details-day:all')).toBe(before)
    expect((await confirm(placeId)).status).toBe(200)
    expect(await spent('claim-details-day:all')).toBe(before + 1)
  })

  test.each(['places5xx', 'places429', 'placesBilling'] as const)(
    'spend nothing of a code or an address while Google is away: %s',
    async (fault) => {
      await sql`delete from rate_limits`.execute(side.parts.db)
      const { placeId } = await placeNamed(slug, 'kettle')
      const ask = [
        () => search(stranger, slug, 'kettle'),
        () => stranger.api('GET', `/api/claims/${slug}/places/${placeId}`),
        () => claim(stranger, slug, placeId),
      ]
      const counts = async () => {
        const { rows } = await sql<{ key: string; points: number }>`
          select key, points from rate_limits where key ~ '-(slug|slug-day|address-day|day):' and points > 0
          order by key`.execute(side.parts.db)
        return rows
      }
      const before = await counts()
      side.sandbox.faults.ask({ [fault]: {} })
      for (const one of ask)
        for (let tries = 0; tries < 11; tries += 1) expect((await one()).status).toBeGreaterThanOrEqual(502)
      side.sandbox.faults.clear()
      expect(await counts()).toEqual(before)
      expect((await claim(stranger, slug, placeId)).body).toMatchObject({ state: 'yours' })
    },
  )

  test('have so many looks a day with one code, and so many from one address', async () => {
    const { placeId } = await placeNamed(slug, 'kettle')
    const other = await mintOne(side.parts.db)
    const confirm = (who: PersonAtBrowser, code: string) =>
      who.api('GET', `/api/claims/${code}/places/${placeId}`)
    await spend(`claim-details-slug-day:${slug}`, 60)
    expect((await confirm(newPerson(), slug)).status).toBe(429)
    expect((await confirm(newPerson(), other)).status).toBe(200)
    const eager = newPerson()
    expect((await confirm(eager, other)).status).toBe(200)
    await sql`update rate_limits set points = 100 where key like 'claim-details-address-day:%'`.execute(
      side.parts.db,
    )
    expect((await confirm(eager, other)).status).toBe(429)
    await sql`delete from rate_limits`.execute(side.parts.db)
  })

  test('claim a code also when all searches and looks of the day are spent', async () => {
    const { placeId } = await placeNamed(slug, 'kettle')
    await spend('claim-search-day:all', 5000)
    await spend('claim-details-day:all', 1000)
    expect((await stranger.api('GET', `/api/claims/${slug}/places/${placeId}`)).status).toBe(503)
    expect((await claim(stranger, slug, placeId)).body).toMatchObject({ state: 'yours' })
    await sql`delete from rate_limits`.execute(side.parts.db)
  })

  test('search no more when the day’s money is spent, and learn until when', async () => {
    await sql`insert into rate_limits (key, points, expire)
      values ('claim-search-day:all', 5000, ${Date.now() + 3_600_000})
      on conflict (key) do update set points = excluded.points, expire = excluded.expire`.execute(
      side.parts.db,
    )
    const answer = await search(stranger, slug, 'kettle')
    expect(answer.body).toMatchObject({
      status: 503,
      code: 'places-unavailable',
      detail: expect.stringMatching(/no more searches are possible now\. Please try again in \d+ minutes\.$/),
    })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000)
    await sql`delete from rate_limits`.execute(side.parts.db)
  })
})
