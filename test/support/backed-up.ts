import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { asClient, useBackupFolder } from './backups.ts'
import { goodword, type Ran } from './command-line.ts'
import { useProduct } from './product.ts'
import { createTrader, tellOf } from './trader.ts'

/** A product with a text, a job that waits, and a backup of both. */
export const useBackedUp = () => {
  const product = useProduct()
  const { folder, place, keyFile, names } = useBackupFolder()
  const taken: Ran = { code: -1, out: '', err: '' }
  const key = { path: '', recipient: '' }
  const runWith = (more: Record<string, string>, url: string, ...args: string[]): Promise<Ran> =>
    goodword(
      {
        DATABASE_URL: url,
        DATA_DIR: folder,
        ENCRYPTION_KEYS: product.parts.env.ENCRYPTION_KEYS[0]!,
        BACKUP_TO: place,
        BACKUP_KEY: key.recipient,
        BACKUP_VERIFY_IDENTITY_FILE: key.path,
        ...more,
      },
      ...args,
    )
  const run = (url: string, ...args: string[]): Promise<Ran> => runWith({}, url, ...args)

  beforeAll(async () => {
    Object.assign(key, await keyFile('operator.key'))
    const trader = await createTrader(product)
    await trader.set({ name: 'Smith & Söhne\t"\\N"\\.\r\n' })
    await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
    await product.tick()
    await asClient(product.databaseUrl, async (client) => {
      await client.query(`select graphile_worker.add_job('forget-card', '{"cardId":"pm_1"}', queue_name => 'stripe',
                            job_key => 'forget-card:pm_1', run_at => '2030-01-01', max_attempts => 25)`)
      await client.query(`update graphile_worker._private_jobs set attempts = 3, last_error = 'Stripe is away'
                          where key = 'forget-card:pm_1'`)
    })
    Object.assign(taken, await run(product.databaseUrl, 'backup'))
  })
  return {
    product,
    folder,
    place,
    key,
    keyFile,
    names,
    taken,
    run,
    runWith,
    newest: () => join(place, names().at(-1)!),
  }
}
