import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../test/support/backups.ts'
import { useProduct, workerOn } from '../../../test/support/product.ts'
import { AFTER_CLAIMS_MS, createRestoring } from '../../../test/support/restoring.ts'
import { inboundOf } from '../../../test/support/sms-door.ts'
import { createTrader } from '../../../test/support/trader.ts'
import { makeKeys } from '../../backups/backup-keys.ts'
import { folderPlace } from '../../backups/places/folder-place.ts'
import { restoreBackup } from '../../backups/restoring/restore-backup.ts'
import { takeBackup } from '../../backups/taking/take-backup.ts'
import { checkLedger } from '../../ledger/check-ledger.ts'

const folder = mkdtempSync(join(tmpdir(), 'goodword-restored-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const product = useProduct()

test('from a backup nothing goes twice, and no STOP that came after it is forgotten', async () => {
  const trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  const { text, pay } = createRestoring(product, () => trader)
  const before = trader.customer()
  await text(before)
  const waiting = await pay()
  await trader.sync()
  const place = folderPlace(folder)
  const { file, recipient } = await makeKeys(new Date())
  const { name } = await takeBackup({ databaseUrl: product.databaseUrl, place, recipients: [recipient] })
  await trader.send()
  await text()
  const { sid } = await product.sandbox.twilio.reply(before.phone, 'STOP')
  await inboundOf(product, { phone: before.phone, body: 'STOP', sid })
  const sent = trader.texts().length
  expect(sent).toBe(3)

  const databaseUrl = await emptyDatabase(product.databaseUrl)
  const identities = [file.split('\n')[2]!]
  await restoreBackup({ databaseUrl, bytes: await place.read(name), identities })
  const worker = await workerOn(product, databaseUrl)
  onTestFinished(() => worker.close())
  await worker.tick()
  expect(trader.texts()).toHaveLength(sent)
  product.later(AFTER_CLAIMS_MS)
  await worker.tick()
  const { businessId, tenantId } = trader
  await worker.job('sweep-organisation', { businessId, tenantId })
  await worker.tick()

  const { rows: fence } = await sql`
    select reason, fenced_at as up, found ->> 'texts' as texts from recovery`.execute(worker.db)
  expect(fence).toEqual([{ reason: 'restored', up: null, texts: '2' }])
  expect(trader.texts()).toHaveLength(sent)
  const { rows: requests } = await sql<{ state: string; invoice: string }>`
    select state, invoice_id as invoice from review_requests`.execute(worker.db)
  expect(requests.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  expect(requests.map(({ invoice }) => invoice)).toContain(waiting.invoiceId)
  const { rows: stopped } = await sql<{ is: boolean }>`
    select exists (select from platform_opt_outs) as is`.execute(worker.db)
  expect(stopped).toEqual([{ is: true }])
  expect(await checkLedger(worker.db)).toEqual([])
})
