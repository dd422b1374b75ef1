import type { VisitedLink } from './visit-link.ts'

type Page =
  | { state: 'ask' | 'done' | 'undone'; link: VisitedLink; token: string }
  | { state: 'dead-link'; link: VisitedLink | undefined }

/** A page of our own for a customer without JavaScript: plain words, one button. */
export const optOutPage = (page: Page): string => {
  const name = page.link ? escape(page.link.businessName) : undefined
  const { title, text, button } = words(page.state, name)
  const form =
    button && 'token' in page
      ? `<form method="post" action="/o/${escape(page.token)}">${page.state === 'done' ? '<input type="hidden" name="undo" value="yes">' : ''}<button>${button}</button></form>`
      : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="stylesheet" href="/plain.css"></head><body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`
}

const words = (
  state: Page['state'],
  name: string | undefined,
): { title: string; text: string; button?: string } => {
  switch (state) {
    case 'ask':
      return {
        title: `No more texts from ${name}?`,
        text: 'They ask for a review once in a while, after you paid an invoice. One tap and they stop.',
        button: 'Stop these texts',
      }
    case 'done':
      return {
        title: 'Done: no more texts',
        text: `${name} will not text you for reviews again.`,
        button: 'Undo, that was a mistake',
      }
    case 'undone':
      return {
        title: 'Undone',
        text: `${name} may text you again after a paid invoice.`,
        button: 'Stop these texts',
      }
    case 'dead-link':
      return {
        title: 'This link leads nowhere now',
        text: name ? `You can find ${name} on Google by its name.` : 'It may be old, or mistyped.',
      }
  }
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
