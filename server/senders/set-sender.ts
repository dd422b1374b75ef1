import { findHomeCountry } from '../businesses/home-country.ts'
import { asBusiness, asSystem, type Db, type SystemTrx } from '../database/database.ts'
import type { Twilio } from '../integrations/twilio/twilio.ts'
import { Refusal, VendorFailure } from '../platform/errors.ts'
import { isNumber } from '../texts/sender-rules.ts'
import { inboundFault } from './inbound-fault.ts'
import { senderFault, type WantedSender } from './own-sender-rules.ts'
import {
  assignSender,
  findCountriesOfTexts,
  findHolder,
  findOwnSender,
  lockSenders,
  releaseSender,
  wasShared,
} from './sender-queries.ts'

export type SenderDeps = { db: Db; publicUrl: string; twilio: Pick<Twilio, 'sender' | 'inboundAddress'> }

/**
 * The business texts by this sender from the next claim on. False where it did so already. Throws Refusal, which says
 * what to do, where it cannot.
 */
export const setSender = async (
  deps: SenderDeps,
  businessId: string,
  wanted: WantedSender,
  beside: (trx: SystemTrx) => Promise<void> = async () => undefined,
): Promise<boolean> => {
  const { db, twilio } = deps
  const { sender } = wanted
  const known = await asBusiness(db, businessId, async (trx) => ({
    country: await findHomeCountry(trx, businessId),
    own: await findOwnSender(trx, businessId),
    textsTo: await findCountriesOfTexts(trx, businessId),
  }))
  const fault = senderFault(wanted, { ...known, shared: twilio.sender })
  if (fault) throw refused(fault)
  if (sender !== null && isNumber(sender)) await refuseUnreachable(deps, sender)
  if (sender === known.own) return false
  return asSystem(db, async (trx) => {
    await lockSenders(trx)
    if (sender !== null && (await wasShared(trx, sender)))
      throw refused(
        `${sender} was the shared sender: customers of other businesses may still reply STOP to it. Take another number.`,
      )
    const holder = sender === null ? undefined : await findHolder(trx, sender)
    if (holder && holder.businessId !== businessId)
      throw refused(
        `${holder.businessName} (${holder.businessId}) texts by ${holder.sender}. Set another sender there first.`,
      )
    await releaseSender(trx, businessId)
    if (sender !== null) await assignSender(trx, businessId, sender)
    await beside(trx)
    return true
  })
}

/** Texts have to go out from it, and a STOP to it has to reach us. */
const refuseUnreachable = async ({ twilio, publicUrl }: SenderDeps, number: string): Promise<void> => {
  const found = await twilio.inboundAddress(number).catch((cause: unknown) => {
    if (!(cause instanceof VendorFailure)) throw cause
    throw refused(`Twilio cannot be asked about ${number} (${cause.code}). Nothing was changed: try again.`)
  })
  const fault = inboundFault(found, number, publicUrl)
  if (fault) throw refused(fault)
}

const refused = (words: string): Refusal => new Refusal('sender', 422, words)
