import { Client } from 'pg'
import { eachAtOnce, type Bench } from './bench.ts'
import { FLOOR_STATEMENTS, floorTexts } from './floor-statements.ts'
import type { Figure } from '../figures.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'

/** Texts of one business that are written together; alone, and about as many as come together at a high rate. */
const TOGETHER = [1, 8]
const TEXTS = 4_000
const LANES = 8
/** As the product's own functions: young tables would else be read whole (decision 26). */
const BY_KEYS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

/**
 * The least that a text can cost: the rows that the product writes for it, by one statement for each moment at which
 * they have to be on disk, without a rule, a question to a vendor, or a process between. In processor time of the
 * database and of this process.
 */
export const measureFloor = async (bench: Bench): Promise<Figure[]> => {
  const { worker } = bench.rig
  const businesses = bench.takeBusinesses(LANES)
  const figures: Figure[] = []
  bench.recordPeaks()
  // It would take what is written here for its own work.
  await worker.stop()
  for (const together of TOGETHER) figures.push(await measureOne(bench, businesses, together))
  await worker.start()
  return figures
}

const measureOne = async (bench: Bench, businesses: SeededBusiness[], together: number): Promise<Figure> => {
  const texts = bench.sized(TEXTS, TEXTS / 4, TEXTS / 100)
  const clients = await Promise.all(businesses.map(() => connect(bench.rig.postgres.url)))
  try {
    const write = (of: number) =>
      eachAtOnce(
        businesses.map((business, index) => ({ business, client: clients[index]! })),
        LANES,
        (lane) => writeTexts(lane.client, lane.business, Math.ceil(of / LANES / together), together),
      )
    // The first ones find nothing in memory, and their statements are planned for tables that were not counted.
    await write(texts / 10)
    await bench.rig.pool.query('analyze')
    await write(texts / 10)
    const before = bench.cpu()
    await write(texts)
    const after = bench.cpu()
    const written = LANES * Math.ceil(texts / LANES / together) * together
    const [postgres, writer] = (['postgres', 'harness'] as const).map(
      (who) => ((after[who] - before[who]) * 1000) / written,
    ) as [number, number]
    return {
      what: `floor, ${together === 1 ? 'each alone' : `${together} together`}`,
      value: postgres + writer,
      unit: 'ms',
      note: `postgres ${postgres.toFixed(2)}, writer ${writer.toFixed(2)}; ${FLOOR_STATEMENTS.length} statements for ${together}`,
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url, options: BY_KEYS })
  await client.connect()
  return client
}

const writeTexts = async (
  client: Client,
  business: SeededBusiness,
  groups: number,
  together: number,
): Promise<void> => {
  for (let group = 0; group < groups; group += 1) {
    const texts = JSON.stringify(floorTexts(business, together))
    for (const [index, text] of FLOOR_STATEMENTS.entries())
      await client.query({ name: `floor_${index}`, text, values: [texts] })
  }
}
