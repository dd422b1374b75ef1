import { html, type Html } from '../html.ts'
import { refundedCents } from './payment-objects.ts'
import { CARDS } from './saved-cards.ts'
import type { Card, CardFate, Dispute, Payment, StripeWorld } from './world.ts'

/** What the operator does in Stripe's dashboard, card holders at their banks, and banks about saved cards. */
export const paymentsPage = (world: StripeWorld, fault?: string): string => {
  const paid = [...world.payments.values()].filter(({ isPaid }) => isPaid).toReversed()
  const cards = [...world.cards.values()].filter(({ customerId }) => customerId !== null).toReversed()
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Payments · Goodword sandbox</title>
        <link rel="icon" href="/console/icon.svg" />
        <link rel="stylesheet" href="/console/payments.css" />
      </head>
      <body>
        <main>
          <p><a href="/">Back to the console</a></p>
          <h1>Payments at Stripe</h1>
          ${fault ? html`<p class="fault" role="alert">${fault}</p>` : undefined}
          <h2>Saved cards</h2>
          ${cards.length === 0 ? html`<p>None. An owner saves one under Automatic top-up.</p>` : undefined}
          ${cards.map((card) => cardItem(card, world))}
          <h2>Paid</h2>
          ${paid.length === 0 ? html`<p>Nothing yet.</p>` : undefined}
          ${paid.map((payment) => paidItem(payment, world))}
        </main>
      </body>
    </html>`.markup
}

const FATES: CardFate[] = ['works', 'declines', 'asks']

const cardItem = (card: Card, world: StripeWorld): Html =>
  html`<article>
    <h3>Visa ending ${card.last4}</h3>
    <p class="meta">${world.customers.get(card.customerId!)?.name ?? ''} · ${CARDS[card.fate].words}</p>
    <form method="post" action="/payments/cards/${card.id}" class="acts">
      ${FATES.filter((fate) => fate !== card.fate).map(
        (fate) =>
          html`<button class="button ghost" name="fate" value="${fate}">
            From now on it ${CARDS[fate].words}
          </button>`,
      )}
    </form>
  </article>`

const paidItem = (payment: Payment, world: StripeWorld): Html => {
  const left = payment.amountCents - refundedCents(world, payment.sessionId)
  const disputes = [...world.disputes.values()].filter(({ sessionId }) => sessionId === payment.sessionId)
  const isOpen = disputes.length === 0 && left > 0
  return html`<article>
    <h3>${inMoney(payment.amountCents, payment)}</h3>
    <p class="meta">
      ${payment.description} · ${new Date(payment.createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC
      · ${payment.kind === 'charge' ? 'saved card' : 'on the payment page'}
    </p>
    ${left < payment.amountCents ? html`<p>${inMoney(payment.amountCents - left, payment)} was refunded.</p>` : undefined}
    ${disputes.map((dispute) => disputeItem(dispute))}
    ${
      isOpen
        ? html`<form method="post" action="/payments/${payment.sessionId}" class="acts">
            <label
              >Refund
              <input name="amount" inputmode="decimal" value="${(left / 100).toFixed(2)}" autocomplete="off"
            /></label>
            <button class="button" name="act" value="refund">Refund</button>
            <button class="button ghost" name="act" value="dispute">The card holder disputes it</button>
          </form>`
        : undefined
    }
  </article>`
}

const disputeItem = ({ id, status }: Dispute): Html =>
  status === 'needs_response'
    ? html`<p>The card holder’s bank has taken the money back.</p>
        <form method="post" action="/payments/disputes/${id}" class="acts">
          <button class="button ghost" name="status" value="won">We win the dispute</button>
          <button class="button ghost" name="status" value="lost">We lose it</button>
        </form>`
    : html`<p>The dispute is ${status}.</p>`

const inMoney = (cents: number, { currency }: Payment): string =>
  new Intl.NumberFormat('en-AU', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    cents / 100,
  )
