import type { Explanation } from '../../../contracts/shared/values.ts'
import type { OperatorBusiness } from '../../../contracts/operator.ts'

export type SilentFacts = Pick<
  OperatorBusiness,
  'business' | 'organisations' | 'texts' | 'funds' | 'settings' | 'paused'
> & {
  isFenced: boolean
}

/** What keeps a business from texting now, the gravest first: what support tells its owner. */
export const whySilent = (facts: SilentFacts): Explanation[] =>
  REASONS.flatMap((reason) => reason(facts) ?? [])

const connected = ({ organisations }: SilentFacts) =>
  organisations.filter(({ state }) => state !== 'disconnected')

const REASONS: ((facts: SilentFacts) => Explanation | undefined)[] = [
  ({ isFenced }) =>
    isFenced
      ? {
          what: 'Nothing is texted by anybody: the recovery fence is up.',
          todo: 'See “After a restore” in OPERATIONS.',
        }
      : undefined,
  ({ business }) =>
    business.troubles.includes('deactivated') ? { what: 'The owner deactivated her account.' } : undefined,
  ({ paused }) =>
    paused
      ? { what: `Paused by an operator: “${paused.reason}”.`, todo: 'Resume it once the reason is gone.' }
      : undefined,
  (facts) =>
    connected(facts).length === 0
      ? { what: 'No organisation in Xero is connected.', todo: 'The owner connects Xero on her Xero page.' }
      : undefined,
  (facts) =>
    connected(facts).some(({ needsReconnect }) => needsReconnect)
      ? {
          what: 'Xero has taken our access back, or it ran out.',
          todo: 'The owner connects Xero again; nothing is lost meanwhile.',
        }
      : undefined,
  (facts) => {
    const refused = connected(facts).find(({ state }) => state === 'paused')
    return refused
      ? {
          what: `Xero does not let us in to ${refused.name}${refused.stateReason ? `: ${refused.stateReason}` : '.'}`,
        }
      : undefined
  },
  (facts) =>
    connected(facts).some(({ liveSince }) => liveSince === null)
      ? { what: 'An organisation is not live yet: what is paid already is being read from Xero.' }
      : undefined,
  ({ settings, paused, business }) =>
    !settings.isOn && !paused && !business.troubles.includes('deactivated')
      ? { what: 'The owner has switched review requests off.', todo: 'She switches them on in SMS Setup.' }
      : undefined,
  ({ business, texts, funds }) => {
    const isOut = business.troubles.includes('out-of-funds')
    if (!isOut && texts.waitingForFunds === 0) return undefined
    const waiting = texts.waitingForFunds
    const waits = waiting === 0 ? '' : waiting === 1 ? ': 1 waits' : `: ${waiting} wait`
    const what = isOut ? 'There are not enough funds for a text' : 'What is left does not cover the next text'
    return {
      what: `${what}${waits}.`,
      todo:
        funds.autoTopUp === 'paused'
          ? 'Automatic top-ups are paused: the owner looks at her card.'
          : 'The owner tops up, or you grant funds.',
    }
  },
  ({ texts }) =>
    texts.held > 0 ? { what: `The owner holds ${texts.held} back, or is asked first.` } : undefined,
  ({ texts }) =>
    texts.unknown > 0
      ? {
          what:
            texts.unknown === 1
              ? '1 was handed over without an answer, and is looked for.'
              : `${texts.unknown} were handed over without an answer, and are looked for.`,
          todo: 'See Queue.',
        }
      : undefined,
  ({ business }) =>
    business.troubles.includes('refused') ? { what: 'The network refused the last text.' } : undefined,
  ({ texts }) =>
    texts.waiting > 0 && texts.nextDueAt
      ? {
          what:
            texts.waiting === 1
              ? '1 waits for its turn: see below when it is due.'
              : `${texts.waiting} wait for their turn: see below when the next is due.`,
        }
      : undefined,
  ({ business, organisations }) =>
    business.troubles.includes('silent') && organisations.every(({ waitingEvents }) => waitingEvents === 0)
      ? {
          what: 'Nothing stands in the way: Xero reports no paid invoice that the rules would text.',
          todo: 'Look at the reasons below.',
        }
      : undefined,
]
