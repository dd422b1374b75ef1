import { expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createReminded } from '../../test/support/reminded.ts'

const product = useProduct({ sandbox: { smtpPort: 0 } })

const post = (path: string, contentType: string, payload: string) =>
  product.app.inject({ method: 'POST', url: path, payload, headers: { 'content-type': contentType } })

test('a look at the link of a mail changes nothing, and one click on it ends mails and texts', async () => {
  const reminded = await createReminded(product)
  const path = `/o/${reminded.request.link_token}/mail`
  const look = await product.app.inject({ url: path })
  expect([look.statusCode, look.body]).toEqual([200, expect.stringContaining('Stop these messages')])
  expect(await product.db.selectFrom('email_opt_outs').selectAll().execute()).toEqual([])

  const click = await post(path, 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click')
  expect([click.statusCode, click.body]).toEqual([200, expect.stringContaining('Done: no more messages')])
  expect((await product.app.inject({ url: path })).body).toContain('Done: no more messages')
  await reminded.send()
  expect([await reminded.became(), reminded.mails()]).toEqual(['cancelled: opted_out', []])

  const optOuts = await product.db
    .selectFrom('opt_outs')
    .select('source')
    .where('business_id', '=', reminded.businessId)
    .execute()
  expect(optOuts).toEqual([{ source: 'link' }])
})

test('a mail program posts it as a form of parts as well', async () => {
  const reminded = await createReminded(product)
  await reminded.send()
  const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const path = `/o/${reminded.request.link_token}/mail`
  expect((await post(path, 'multipart/form-data; boundary=x', body)).statusCode).toBe(200)
  expect((await post(path, 'multipart/form-data; boundary=x', body)).statusCode).toBe(200)
})

test('a link without a mail is a page that explains it', async () => {
  const reminded = await createReminded(product, { isPlanned: false })
  for (const token of [reminded.request.link_token, '2222222222', 'x'])
    expect((await product.app.inject({ url: `/o/${token}/mail` })).statusCode).toBe(404)
  expect((await post('/o/2222222222/mail', 'application/x-www-form-urlencoded', '')).statusCode).toBe(404)
})
