import type { Answer, Call } from '../../support/signed-in.ts'

/** What an owner sees of one invoice. */
export type SeenInvoice = { invoiceId: string; outcome: string; what: string; reason: string | null }
export type Screens = {
  activity: Map<string, SeenInvoice[]>
  /** Decimal, as shown. */
  balance: number
  reserved: number
  /** Why automatic top-ups have stopped. */
  paused: string | null
  movements: { kind: string; amount: number; what: string }[]
}

export const readScreens = async (owners: { call: Call }[]): Promise<Screens[]> => {
  const all: Screens[] = []
  for (const { call } of owners) all.push(await readOne(call))
  return all
}

const readOne = async (call: Call): Promise<Screens> => {
  const ask = async (path: string): Promise<Answer['body']> => {
    let said = ''
    for (let tries = 0; tries < 5; tries += 1) {
      const { status, body } = await call('GET', path)
      if (status === 200) return body
      said = `${status} ${JSON.stringify(body)}`
      await new Promise((done) => setTimeout(done, 1_000))
    }
    throw new Error(`The screen ${path} does not answer: ${said}`)
  }
  const all = async <Item>(path: string, key: string): Promise<Item[]> => {
    const items: Item[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const body: Answer['body'] = await ask(
        `${path}${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`,
      )
      items.push(...(body[key] as Item[]))
      cursor = (body['nextCursor'] as string | null) ?? null
    }
    return items
  }
  const activity = new Map<string, SeenInvoice[]>()
  for (const item of await all<SeenInvoice>('/api/activity', 'items'))
    activity.set(item.invoiceId, [...(activity.get(item.invoiceId) ?? []), item])
  const { balance, reserved } = (await ask('/api/funds/balance')) as { balance: number; reserved: number }
  const { paused } = (await ask('/api/auto-top-up')) as { paused: { reason: string } | null }
  return {
    activity,
    balance,
    reserved,
    paused: paused?.reason ?? null,
    movements: await all('/api/funds/ledger', 'movements'),
  }
}
