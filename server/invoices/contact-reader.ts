import { MAX_IDS } from '../integrations/xero/xero-accounting.ts'
import type { Xero } from '../integrations/xero/xero.ts'
import type { XeroContact, XeroLimits, XeroSession } from '../integrations/xero/xero-types.ts'

export type ContactReader = {
  /** By their ids, without those that Xero does not have; `limits` of the last call, where one was made. */
  read: (
    session: XeroSession,
    ids: string[],
  ) => Promise<{ contacts: Map<string, XeroContact>; limits: XeroLimits | undefined }>
  /** Xero says that they changed: they are read again. */
  forget: (ids: string[]) => void
}

/** As long as an answer on an invoice holds: a text that is decided later asks Xero again. */
const JUST_READ_MS = 15_000

/** One call; undefined where it failed. */
type Reading = { at: number; contacts: Promise<Map<string, XeroContact> | undefined> }

/**
 * Reads contacts for one run of a sync or sweep: one that was read within it, or is being read, is not read again for
 * fifteen seconds. Where a customer pays many invoices at once, each batch of them saves a call.
 */
export const createContactReader = (
  xero: Pick<Xero, 'contacts'>,
  nowMs: () => number = () => performance.now(),
): ContactReader => {
  const latest = new Map<string, Reading>()

  const read: ContactReader['read'] = async (session, ids) => {
    const readings = new Map<string, Reading>()
    let limits: XeroLimits | undefined

    const readNow = async (wanted: string[]): Promise<void> => {
      for (const some of inGroups(wanted)) {
        const answer = xero.contacts(session, some)
        const reading = { at: nowMs(), contacts: answer.then(({ body }) => byId(body), nothing) }
        for (const id of some) {
          latest.set(id, reading)
          readings.set(id, reading)
        }
        ;({ limits } = await answer)
      }
    }

    for (const id of ids) {
      const reading = latest.get(id)
      if (reading && nowMs() - reading.at < JUST_READ_MS) readings.set(id, reading)
    }
    const others = [...readings]
    await readNow(ids.filter((id) => !readings.has(id)))
    // The call that another batch made may have failed for one of its own contacts.
    const failed = new Set<string>()
    for (const [id, { contacts }] of others) if (!(await contacts)) failed.add(id)
    await readNow([...failed])

    const found = new Map<string, XeroContact>()
    for (const [id, { contacts }] of readings) {
      const contact = (await contacts)?.get(id)
      if (contact) found.set(id, contact)
    }
    return { contacts: found, limits }
  }
  return { read, forget: (ids) => ids.forEach((id) => latest.delete(id)) }
}

const byId = (contacts: XeroContact[]) => new Map(contacts.map((contact) => [contact.contactId, contact]))

const nothing = () => undefined

const inGroups = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, index) =>
    ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
  )
