import type { ActivityTotals } from '../../../../contracts/activity.ts'
import type { BalanceResponse, Movement } from '../../../../contracts/ledger.ts'
import type { SmsTemplateResponse } from '../../../../contracts/message-settings.ts'

export type FirstStep = {
  name: string
  words: string
  isDone: boolean
  /** Where it is done, and what the link there says; none once it is done. */
  way: { tab: 'top-up' | 'sms' | 'activity' | 'xero'; words: string } | null
}

type Known = {
  balance: Pick<BalanceResponse, 'balance'>
  template: Pick<SmsTemplateResponse, 'message' | 'defaultMessage' | 'isEnabled'>
  movements: Pick<Movement, 'kind' | 'text' | 'reviewRequestId'>[]
  isXeroConnected: boolean
  /** Those of this month; one that is not skipped has a text, which the timeline is yet to show. */
  invoices: Pick<ActivityTotals, 'paid' | 'skipped'>
}
type Words = { inMoney: (amount: number) => string; counted: (count: number, one: string) => string }

/** What leads to the first request, in the order in which an owner does it. */
export const firstSteps = (
  { balance: { balance }, template, movements, isXeroConnected, invoices }: Known,
  { inMoney, counted }: Words,
): FirstStep[] => {
  const hasTested = movements.some(isTest)
  const isOwnMessage = template.message !== template.defaultMessage
  return [
    step('Add funds', {
      isDone: balance > 0,
      done: `${inMoney(balance)} available for texts.`,
      open: 'Texts are prepaid: without funds none is sent, and none is charged.',
      way: { tab: 'top-up', words: 'Add funds' },
    }),
    template.isEnabled
      ? step('Make the message yours', {
          isDone: isOwnMessage || hasTested,
          done: isOwnMessage ? 'It is in your own words.' : 'You have seen it on a phone.',
          open: 'Read what your customers get, and put it in your own words.',
          way: { tab: 'sms', words: 'Read the message' },
        })
      : step('Switch review requests on', {
          isDone: false,
          done: '',
          open: 'They are switched off: no customer is texted.',
          way: { tab: 'sms', words: 'Open SMS Setup' },
        }),
    step('Send a test to your phone', {
      isDone: hasTested,
      done: 'Sent.',
      open: 'It is the text that a customer gets, at the same price.',
      way: { tab: 'sms', words: 'Send a test' },
    }),
    ...(isXeroConnected
      ? []
      : [
          step('Connect Xero', {
            isDone: false,
            done: '',
            open: 'Without a connection we do not learn who paid.',
            way: { tab: 'xero', words: 'Open Xero Status' },
          }),
        ]),
    step('Get an invoice paid', {
      isDone: invoices.paid > invoices.skipped,
      done: 'A customer has paid. Their text appears here in a moment.',
      open:
        invoices.paid > 0
          ? `${counted(invoices.paid, 'invoice')} paid this month, and none texted.`
          : 'Mark an invoice as paid in Xero. A customer with a mobile number is texted within your sending hours, usually a minute later, unless you leave them out.',
      way: invoices.paid > 0 ? { tab: 'activity', words: 'See why' } : null,
    }),
  ]
}

const isTest = ({ kind, text, reviewRequestId }: Known['movements'][number]): boolean =>
  kind === 'reserve' && reviewRequestId === null && text !== 'given_back'

const step = (
  name: string,
  { isDone, done, open, way }: { isDone: boolean; done: string; open: string; way: FirstStep['way'] },
): FirstStep => ({ name, words: isDone ? done : open, isDone, way: isDone ? null : way })
