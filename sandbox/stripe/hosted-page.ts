import { html, type Html } from '../html.ts'
import { CARDS } from './saved-cards.ts'
import type { Payment } from './world.ts'

/** The page of Stripe's on which a checkout is paid. */
export const checkoutPage = (payment: Payment, fault?: string): string =>
  page(
    `Pay ${money(payment)}`,
    html`<section class="order">
        <p class="what">${payment.description}</p>
        <p class="amount">${money(payment)}</p>
        <p class="note">Paid once, today. Paid to Goodword.</p>
      </section>
      <form method="post" class="pay">
        ${fault ? html`<p class="error" role="alert">${fault}</p>` : undefined}
        <fieldset>
          <legend>Card</legend>
          <label
            >E-mail<input name="email" value="${payment.email ?? ''}" readonly autocomplete="off"
          /></label>
          <label
            >Card number<input
              name="card"
              value="4242 4242 4242 4242"
              inputmode="numeric"
              autocomplete="off"
              readonly
          /></label>
          <div class="two">
            <label>Expiry<input value="12 / 34" readonly autocomplete="off" /></label>
            <label>Security code<input value="123" readonly autocomplete="off" /></label>
          </div>
        </fieldset>
        <button class="go" name="way" value="pay">Pay ${money(payment)}</button>
        <details>
          <summary>Other ways this can go</summary>
          <div class="ways">
            <button name="way" value="decline">The card is declined</button>
            <button name="way" value="later">Pay by bank debit: the money comes later</button>
            <button name="way" value="later-fails">Pay by bank debit: the bank refuses later</button>
          </div>
        </details>
        <button class="quiet" name="way" value="cancel">Cancel and go back</button>
      </form>`,
  )

/** The page of Stripe's on which a card is saved. */
export const cardPage = (payment: Payment): string =>
  page(
    'Save a card',
    html`<section class="order">
        <p class="what">${payment.description}</p>
        <p class="note">
          By saving your card, you allow Goodword to charge it for future payments in accordance with their
          terms. You pay nothing on this page.
        </p>
      </section>
      <form method="post" class="pay">
        <fieldset>
          <legend>Card</legend>
          <label
            >E-mail<input name="email" value="${payment.email ?? ''}" readonly autocomplete="off"
          /></label>
          <label
            >Card number<input name="card" value="${CARDS.works.number}" autocomplete="off" readonly
          /></label>
          <div class="two">
            <label>Expiry<input value="12 / 34" readonly autocomplete="off" /></label>
            <label>Security code<input value="123" readonly autocomplete="off" /></label>
          </div>
        </fieldset>
        <button class="go" name="way" value="works">Save card</button>
        <details>
          <summary>Other cards</summary>
          <div class="ways">
            <button name="way" value="declines">${CARDS.declines.number}: ${CARDS.declines.words}</button>
            <button name="way" value="asks">${CARDS.asks.number}: ${CARDS.asks.words}</button>
          </div>
        </details>
        <button class="quiet" name="way" value="cancel">Cancel and go back</button>
      </form>`,
  )

/** For a checkout that is paid or has expired. */
export const closedPage = (payment: Payment): string =>
  page(
    payment.kind === 'setup' ? 'Nothing to do here' : 'Nothing to pay here',
    html`<section class="order">
      <p class="what">${payment.description}</p>
      ${payment.kind === 'setup' ? undefined : html`<p class="amount">${money(payment)}</p>`}
      <p class="note">
        ${
          payment.status === 'expired'
            ? 'This page has expired. Nothing was charged.'
            : payment.kind === 'setup'
              ? 'Your card is saved.'
              : 'This checkout is complete. There is nothing more to pay.'
        }
      </p>
      ${
        payment.cancelUrl === null
          ? undefined
          : html`<p><a href="${payment.cancelUrl}">Back to Goodword</a></p>`
      }
    </section>`,
  )

export const receiptPage = (payment: Payment): string =>
  page(
    'Receipt',
    html`<section class="order">
      <p class="what">Receipt from Goodword</p>
      <p class="amount">${money(payment)}</p>
      <p class="note">${payment.description}</p>
      <p class="note">Paid on ${new Date(payment.createdAt).toUTCString()} with Visa •••• 4242.</p>
    </section>`,
  )

const money = ({ amountCents, currency }: Payment): string =>
  new Intl.NumberFormat('en-AU', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    amountCents / 100,
  )

const page = (title: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · sandbox Stripe</title>
        <link rel="stylesheet" href="/console/checkout.css" />
      </head>
      <body>
        <p class="ribbon" role="banner">Sandbox: a stand-in for Stripe. No money moves here.</p>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.markup
