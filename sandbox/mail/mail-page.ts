import { html, type Html } from '../html.ts'
import type { ReceivedMail } from './receive-mail.ts'

/** The mails as plain text, whose web addresses are links. Its script tells the times in the reader's own zone. */
export const mailPage = (mails: ReceivedMail[]): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mail · Goodword sandbox</title>
        <link rel="icon" href="/console/icon.svg" />
        <link rel="stylesheet" href="/console/mail.css" />
        <script type="module" src="/console/mail.js"></script>
      </head>
      <body>
        <main>
          <p><a href="/">Back to the console</a></p>
          <h1>The owner’s mail</h1>
          ${mails.length === 0 ? html`<p>Nothing yet. Mails come when funds run low, and on Mondays.</p>` : undefined}
          ${mails.map(
            ({ to, subject, text, receivedAt }) =>
              html`<article>
                <h2>${subject}</h2>
                <p class="meta">
                  To ${to.join(', ')} · <time datetime="${receivedAt}">${inUtc(receivedAt)}</time>
                </p>
                <pre>${withLinks(text)}</pre>
              </article>`,
          )}
        </main>
      </body>
    </html>`.markup

/** Until the script has run. */
const inUtc = (receivedAt: string): string => `${receivedAt.slice(0, 16).replace('T', ' ')} UTC`

/** Up to white space, or a character that no address has as it is; what ends a sentence ends no address. */
const ADDRESS = /(https?:\/\/[^\s<>"'`{}|\\^]*[^\s<>"'`{}|\\^.,;:!?)])/

/** Every other piece of the split is an address. */
const withLinks = (text: string): Html[] =>
  text
    .split(ADDRESS)
    .map((piece, index) =>
      index % 2 === 1 ? html`<a href="${piece}" target="_blank" rel="noopener">${piece}</a>` : html`${piece}`,
    )
