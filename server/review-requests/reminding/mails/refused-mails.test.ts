import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { startBreakingPost } from '../../../../test/support/breaking-post.ts'
import { useProduct } from '../../../../test/support/product.ts'
import { startRefusingPost } from '../../../../test/support/refusing-post.ts'
import { createReminded, type Reminded } from '../../../../test/support/reminded.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/dates.ts'

const product = useProduct({ sandbox: { smtpPort: 0 } })
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const kept = <Post extends { close: () => Promise<void> }>(post: Post): Post => {
  closing.push(post.close)
  return post
}

test('a mailbox that refuses for good ends it, and takes no other mail of this business', async () => {
  const { smtpUrl } = kept(await startRefusingPost(550))
  const reminded = await createReminded(product, { smtpUrl })
  await reminded.send()
  expect(await reminded.became()).toBe('failed: bounced')
  await addSecondMail(reminded)
  product.later(MINUTE_MS)
  await reminded.send()
  const { rows } = await sql<{ became: string }>`
    select state || ': ' || state_reason as became from reminder_mails
    where business_id = ${reminded.businessId} order by state`.execute(product.db)
  expect(rows.map(({ became }) => became)).toEqual(['cancelled: bounced', 'failed: bounced'])
})

/** Of another paid invoice to a person with another phone, and the same address. */
const addSecondMail = async ({ trader, email, plan }: Reminded): Promise<void> => {
  const paid = trader.paid()
  await product.job('sweep-organisation', trader)
  await trader.send()
  const { id } = await trader.request(paid)
  await sql`
    update review_requests set state = 'delivered', sent_at = ${product.now()}, customer_email = ${email}
    where id = ${id}`.execute(product.db)
  product.later(7 * DAY_MS)
  expect(await plan(true, id)).toEqual([id])
}

test('a mailbox that refuses for now is asked again, until the sixteenth day', async () => {
  const { smtpUrl } = kept(await startRefusingPost(451))
  const reminded = await createReminded(product, { smtpUrl })
  await reminded.send()
  expect(await reminded.became()).toBe('planned: smtp-451')
  product.later(31 * MINUTE_MS)
  const mail = reminded.mailBy(`smtp://127.0.0.1:${product.sandbox.smtpPort}`)
  expect(await reminded.send({ mail })).toBe(1)
  expect(reminded.mails()).toHaveLength(1)

  const late = await createReminded(product, { smtpUrl })
  await late.send()
  product.later(9 * DAY_MS + MINUTE_MS)
  await late.send({ mail })
  expect(await late.became()).toBe('expired: too_late')
  expect(late.mails()).toEqual([])
})

test('where no mail server answers it waits, as where our sign-in is refused', async () => {
  const away = await createReminded(product, { smtpUrl: 'smtp://127.0.0.1:1' })
  await away.send()
  expect(await away.became()).toBe('planned: no-answer')
  const { smtpUrl } = kept(await startRefusingPost(535))
  await away.send({ mail: away.mailBy(smtpUrl) })
  product.later(31 * MINUTE_MS)
  await away.send({ mail: away.mailBy(smtpUrl) })
  expect(await away.became()).toBe('planned: smtp-535')
  product.later(31 * MINUTE_MS)
  expect(await away.send({ mail: away.mailBy(`smtp://127.0.0.1:${product.sandbox.smtpPort}`) })).toBe(1)
})

test('a mail whose answer is lost may have come, and never goes again', async () => {
  const post = kept(await startBreakingPost('after-data'))
  const reminded = await createReminded(product, { smtpUrl: post.smtpUrl })
  await reminded.send()
  expect(await reminded.became()).toBe('unknown: no_answer')
  for (const later of [31 * MINUTE_MS, DAY_MS]) {
    product.later(later)
    await reminded.send()
  }
  expect(post.taken()).toBe(1)
})
