import { html } from '../html.ts'
import { page } from './page.ts'
import type { Person } from './people.ts'

export type Chooser = {
  people: Person[]
  /** Who is signed in at the stand-in already. */
  signedIn: string | undefined
  /** What was typed under "Use another account" and was refused. */
  typed?: { name: string; email: string; error: string } | undefined
}

export const chooserPage = ({ people, signedIn, typed }: Chooser): string =>
  page(
    'Choose an account',
    html`<form method="post" class="card">
        <header>
          <h1>Choose an account</h1>
          <p>to continue to Goodword — sandbox</p>
        </header>
        <ul>
          ${people.map((person) => html`<li>${row(person, person.subject === signedIn)}</li>`)}
        </ul>
      </form>
      <div class="card">
        ${anotherAccount(typed)}
        <form method="post">
          <footer>
            <button class="quiet" name="choice" value="cancel">Cancel</button>
            ${signedIn === undefined ? undefined : signOut}
          </footer>
        </form>
      </div>
      <p class="note">
        Goodword is told the name and the e-mail address of the account that you choose, and nothing else.
      </p>`,
  )

const signOut = html`<button class="quiet" name="choice" value="sign-out">Sign out of all accounts</button>`

const row = ({ subject, name, email, hint }: Person, isSignedIn: boolean) =>
  html`<button class="row" name="account" value="${subject}">
    <span class="face" aria-hidden="true">${initials(name)}</span>
    <span class="who">
      <b>${name} ${isSignedIn ? html`<i class="badge">Signed in</i>` : undefined}</b><span>${email}</span
      ><span>${hint}</span>
    </span>
  </button>`

const anotherAccount = (typed: Chooser['typed']) =>
  html`<details ${typed ? html`open` : undefined}>
    <summary class="row">
      <span class="face" aria-hidden="true">+</span>
      <span class="who"><b>Use another account</b><span>Make up a new person</span></span>
    </summary>
    <form method="post" class="fields">
      ${typed ? html`<p class="error" role="alert">${typed.error}</p>` : undefined}
      <label
        >Name <input name="name" autocomplete="off" required maxlength="100" value="${typed?.name}"
      /></label>
      <label>
        E-mail
        <input
          name="email"
          type="email"
          autocomplete="off"
          required
          maxlength="200"
          value="${typed?.email}"
        />
      </label>
      <label class="tick">
        <input type="checkbox" name="verified" value="yes" checked /> The address is verified
      </label>
      <button class="go" name="choice" value="another">Continue</button>
    </form>
  </details>`

const initials = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
