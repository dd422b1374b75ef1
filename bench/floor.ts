import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { Pool } from 'pg'

/** The least that a durable webhook door can do: check the HMAC, insert one row, answer 200. */
const [databaseUrl, key] = process.argv.slice(2) as [string, string]
const pool = new Pool({ connectionString: databaseUrl, max: 10 })
await pool.query(
  'create table if not exists floor_events (id bigint generated always as identity primary key, body text not null)',
)

const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const body = Buffer.concat(chunks)
    const expected = createHmac('sha256', key).update(body).digest()
    const given = Buffer.from(String(request.headers['x-xero-signature']), 'base64')
    const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
    if (isSigned)
      await pool.query({
        name: 'insert',
        text: 'insert into floor_events (body) values ($1)',
        values: [String(body)],
      })
    response.writeHead(isSigned ? 200 : 401, { 'Content-Length': 0 }).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  console.log(JSON.stringify({ port }))
})
process.once('disconnect', () => process.exit(0))
