import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OperatorBusiness } from '../../contracts/operator.ts'
import { asks } from '../lib/asks.ts'
import { counted, inMoney, inNumber, momentInWords } from '../lib/words.ts'
import { Badge } from '../ui/feedback/badge.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Fact, Facts } from '../ui/layout/facts.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { BusinessActs } from './business-acts.tsx'
import styles from './console.module.css'
import { Organisations } from './organisations.tsx'
import { TROUBLE_WORDS } from './trouble-words.ts'

/** One business as support sees it: why it is silent, and what can be done about it. */
export const BusinessPage = ({ businessId, log }: { businessId: string; log: ReactNode }): ReactNode => {
  const shown = useQuery(asks('GET /api/operator/businesses/{businessId}', { params: { businessId } }))
  if (shown.isPending) return <LoadingRows count={8} label="Loading the business" />
  if (!shown.data)
    return <LoadError what="The business could not be loaded." error={shown.error} retry={shown.refetch} />
  const { business, owners, address } = shown.data
  return (
    <TabPage
      title={business.name}
      lead={`${owners.map(({ email }) => email).join(', ') || 'No owner'}${address ? ` · ${address}` : ''}`}
      ways={<Link to="/operator">All businesses</Link>}
    >
      <div className={styles.badges}>
        {business.troubles.map((one) => (
          <Badge key={one} tone={TROUBLE_WORDS[one].tone}>
            {TROUBLE_WORDS[one].words}
          </Badge>
        ))}
      </div>
      <WhySilent business={shown.data} />
      <BusinessActs shown={shown.data} />
      <Organisations organisations={shown.data.organisations} />
      <div className={styles.columns}>
        <TextsAndFunds shown={shown.data} />
        <Decisions shown={shown.data} />
      </div>
      <section className={styles.section} aria-labelledby="log">
        <h2 id="log">Audit log</h2>
        {log}
      </section>
    </TabPage>
  )
}

const WhySilent = ({ business: { whySilent } }: { business: OperatorBusiness }): ReactNode =>
  whySilent.length === 0 ? (
    <Notice tone="ok">Nothing stands in the way of its texts.</Notice>
  ) : (
    <Notice tone="warn">
      <h2>Why is it silent?</h2>
      <ol className={styles.why}>
        {whySilent.map(({ what, todo }) => (
          <li key={what}>
            {what} {todo}
          </li>
        ))}
      </ol>
    </Notice>
  )

const TextsAndFunds = ({ shown }: { shown: OperatorBusiness }): ReactNode => {
  const { texts, funds, settings, business, lastPaid } = shown
  return (
    <section className={styles.section} aria-labelledby="texts">
      <h2 id="texts">Texts, funds and settings</h2>
      <Facts>
        <Fact name="Last paid invoice">
          {lastPaid
            ? `${momentInWords(lastPaid.decidedAt)}, by ${lastPaid.foundBy}: ${lastPaid.words}`
            : 'None yet'}
        </Fact>
        <Fact name="Last text">{business.lastTextAt ? momentInWords(business.lastTextAt) : 'None yet'}</Fact>
        <Fact name="Waiting">
          {counted(texts.waiting, 'text')}
          {texts.nextDueAt && `, the next at ${momentInWords(texts.nextDueAt)}`}
          {texts.waitingForFunds > 0 && `; ${inNumber(texts.waitingForFunds)} for funds`}
          {texts.held > 0 && `; ${inNumber(texts.held)} held`}
          {texts.unknown > 0 && `; ${inNumber(texts.unknown)} without an answer`}
        </Fact>
        <Fact name="Funds">
          {inMoney(funds.available)}, {inMoney(funds.reserved)} reserved. Automatic top-ups are{' '}
          {funds.autoTopUp}.
        </Fact>
        <Fact name="Switch">{settings.isOn ? 'On' : 'Off'}</Fact>
        <Fact name="Hours">{settings.hours}</Fact>
        <Fact name="Pace">{settings.pace}</Fact>
        <Fact name="Rules">
          {settings.askFirst ? 'The owner is asked first. ' : ''}
          {`${counted(settings.cooldownDays, 'day')} between two texts to a customer.`}
        </Fact>
      </Facts>
    </section>
  )
}

const Decisions = ({ shown: { decisions } }: { shown: OperatorBusiness }): ReactNode => (
  <section className={styles.section} aria-labelledby="decisions">
    <h2 id="decisions">Decisions of the last 30 days</h2>
    {decisions.length === 0 ? (
      <p className={styles.quiet}>No paid invoice was decided in the last 30 days.</p>
    ) : (
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">What became of paid invoices</th>
            <th scope="col" className={styles.number}>
              How many
            </th>
          </tr>
        </thead>
        <tbody>
          {decisions.map(({ outcome, words, count }) => (
            <tr key={outcome + words}>
              <td>{words}</td>
              <td className={styles.number} data-label="How many">
                {inNumber(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
