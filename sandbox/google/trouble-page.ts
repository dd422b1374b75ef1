import { html } from '../html.ts'
import { page } from './page.ts'

/** Shown where the issuer may not redirect: a wrong client, a wrong return address, a page that has expired. */
export const troublePage = ({ error, error_description: why }: Record<string, string | undefined>): string =>
  page(
    'Sign-in stopped',
    html`<div class="card">
      <header>
        <h1>This sign-in cannot go on</h1>
        <p>Go back to Goodword and begin again.</p>
      </header>
      <div class="text">
        <p>For whoever set this up: <code>${error ?? 'unknown'}</code></p>
        <p>${why}</p>
      </div>
    </div>`,
  )

export const signedOutPage = (): string =>
  page(
    'Signed out',
    html`<div class="card">
      <header>
        <h1>Signed out</h1>
        <p>No one is signed in at this stand-in any more.</p>
      </header>
    </div>`,
  )
