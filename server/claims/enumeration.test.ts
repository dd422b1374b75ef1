import type { KyselyPlugin } from 'kysely'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import type { Db } from '../database/database.ts'
import { createClaimants } from '../../test/support/claimants.ts'
import { mintOne } from '../../test/support/codes.ts'
import { claimCode } from './claim-code.ts'
import { findCode } from './claim-queries.ts'
import { newSlug } from './slug.ts'

const side = useAccountSide()
const { newPerson, look, search, scan } = createClaimants(side)
let free: string
let taken: string

beforeAll(async () => {
  free = await mintOne(side.parts.db)
  taken = await mintOne(side.parts.db)
  await claimCode(side.parts.db, {
    slug: taken,
    place: { placeId: 'ChIJtaken', name: 'Taken & Sons', address: '' },
    secret: 'a-secret',
    owner: undefined,
    now: new Date(),
  })
})

describe('who tries one slug after the other', () => {
  test('waits for the same one read, whether it is a code of ours or not', async () => {
    const asked: unknown[] = []
    const listening: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked.push('sqlFragments' in node ? node.sqlFragments : node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const db = side.parts.db.withPlugin(listening) as Db
    for (const slug of [free, taken, newSlug(), 'x', 'no-such-code', "' or 1=1 --"])
      await findCode(db, slug, new Date())
    expect(asked).toHaveLength(6)
    expect(new Set(asked.map((fragments) => JSON.stringify(fragments))).size).toBe(1)
  })

  test('is led by an index to what is there and to what is not', async () => {
    const client = new Client({ connectionString: side.parts.databaseUrl })
    await client.connect()
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) select slug from qr_codes where slug = $1`,
    )
    await client.end()
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('qr_codes_pkey')
  })

  test('gets one and the same answer for every slug that is not ours', async () => {
    const answers = new Set<string>()
    for (const slug of [newSlug(), newSlug().toUpperCase(), 'x', '0000000000', 'no-such-code']) {
      const answer = await look(newPerson(), slug)
      const { status, code, title, detail } = answer.body as Record<string, unknown>
      answers.add(JSON.stringify({ status, code, title, detail }))
      expect((await search(newPerson(), slug, 'kettle')).body).toMatchObject({ status, code, detail })
    }
    expect(answers.size).toBe(1)
  })

  test('gets behind a free code the very page that is behind none', async () => {
    const page = async (slug: string) => {
      const answer = await scan(slug)
      const headers = Object.fromEntries(answer.headers)
      delete headers['date']
      return { status: answer.status, headers, body: await answer.text() }
    }
    const ofFree = await page(free)
    expect(ofFree.status).toBe(200)
    expect(await page(newSlug())).toEqual(ofFree)
    expect(await page('x')).toEqual(ofFree)
  })
})
