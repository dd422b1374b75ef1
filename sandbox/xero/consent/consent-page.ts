import { html, type Html } from '../../html.ts'

export type Choice = {
  tenantId: string
  name: string
  about: string
  /** Who has connected it already. */
  holder: 'you' | 'another' | undefined
  isFirst: boolean
}

type Asked = { choices: Choice[]; scopes: string[]; person: { name: string; email: string } | undefined }

/** The page on which a person chooses an organisation. `action` is the same address, to which the form goes. */
export const consentPage = (action: string, { choices, scopes, person }: Asked): string =>
  page(
    'Connect an organisation',
    html`<h1>Goodword wants access to your organisation</h1>
      <p class="sub">
        You are signed in to the sandbox's Xero${person && html` as <b>${person.name}</b> (${person.email})`}.
      </p>
      <form method="post" action="${action}">
        <fieldset>
          <legend>Choose an organisation</legend>
          ${choices.map(choiceRow)}
          <label class="row">
            <input
              type="radio"
              name="tenant"
              value="new"
              ${choices.some(({ isFirst }) => isFirst) ? undefined : html`checked`}
            />
            <span
              ><b>A new organisation</b><small>with some customers and invoices to be paid</small
              ><input name="name" placeholder="Its name" aria-label="Name of the new organisation"
            /></span>
          </label>
        </fieldset>
        <p class="asks">Goodword may ${sentence(scopes)}. It cannot change anything.</p>
        <div class="acts">
          <button name="decision" value="allow">Allow access</button>
          <button name="decision" value="cancel" class="ghost">Cancel</button>
        </div>
      </form>`,
  )

export const errorPage = (fault: string): string =>
  page(
    'Something is not right',
    html`<h1>Sorry, something went wrong</h1>
      <p class="sub">Error: ${fault}</p>`,
  )

const choiceRow = ({ tenantId, name, about, holder, isFirst }: Choice): Html =>
  html`<label class="row">
    <input type="radio" name="tenant" value="${tenantId}" ${isFirst ? html`checked` : undefined} />
    <span><b>${name}</b><small>${about}${holder && ` · ${HOLDERS[holder]}`}</small></span>
  </label>`

const HOLDERS = { you: 'connected already', another: 'taken: another business has connected it' }

const sentence = (scopes: string[]): string => {
  const words = [
    ['invoices', 'read your invoices'],
    ['contacts', 'read your contacts'],
    ['settings', 'read your organisation settings'],
    ['payments', 'read your payments'],
    ['offline_access', 'stay connected while you are away'],
  ]
    .filter(([scope]) => scopes.some((one) => one.includes(scope!)))
    .map(([, word]) => word!)
  return words.length > 1
    ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
    : (words[0] ?? 'know who you are')
}

const page = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title} · sandbox Xero</title>
        <link rel="stylesheet" href="/console/consent.css" />
      </head>
      <body>
        <main>
          <p class="mark"><i>x</i>Sandbox Xero</p>
          ${body}
          <footer>A stand-in on this machine. No real Xero account is involved.</footer>
        </main>
      </body>
    </html>`.markup
