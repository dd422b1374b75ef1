import type { VisitedLink } from './visit-link.ts'

export type OptOutPage =
  | { state: 'ask' | 'done' | 'undone' | 'stopped-by-text'; link: VisitedLink; token: string }
  | { state: 'ended-link'; link: VisitedLink | undefined }

/** A page of our own for a customer without JavaScript: plain words, one button. */
export const optOutPage = (page: OptOutPage): string => {
  const name = page.link ? escape(page.link.businessName) : undefined
  const { title, text, button, look } = words(page.state, name)
  const form =
    button && 'token' in page
      ? `<form method="post" action="/o/${escape(page.token)}">${page.state === 'done' ? UNDO : ''}` +
        `<button class="${look ?? 'main'}">${button}</button></form>`
      : ''
  const way =
    page.state === 'ended-link' && page.link
      ? `<a class="way main" rel="noreferrer" href="${onGoogle(page.link.businessName)}">Find ${name} on Google</a>`
      : ''
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" ` +
    `content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${title}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/plain.css"></head>` +
    `<body><main><h1>${title}</h1><p>${text}</p>${form}${way}</main><footer>${FOOT}</footer></body></html>`
  )
}

const UNDO = '<input type="hidden" name="undo" value="yes">'
const FOOT =
  'Sent with Goodword, which texts customers for small businesses. <a href="/welcome/privacy/">What we keep of you</a>'

const words = (
  state: OptOutPage['state'],
  name = 'this business',
): { title: string; text: string; button?: string; look?: 'main' | 'quiet' } => {
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
        look: 'quiet',
      }
    case 'undone':
      return {
        title: 'Undone',
        text: `${name} may text you again after a paid invoice.`,
        button: 'Stop these texts',
        look: 'quiet',
      }
    case 'stopped-by-text':
      return {
        title: 'You replied STOP',
        text: `So ${name} will not text you. If you want these texts back, reply START to the number that sent them.`,
      }
    case 'ended-link':
      return {
        title: 'This link leads nowhere now',
        text:
          name === 'this business'
            ? 'It may be old, or mistyped. Nothing is wrong with your phone.'
            : `${name} has no review page to show just now. You can find it on Google by its name, and thank you for wanting to.`,
      }
  }
}

/** https://developers.google.com/maps/documentation/urls/get-started */
const onGoogle = (businessName: string): string =>
  `https://www.google.com/maps/search/?api=1&#38;query=${encodeURIComponent(businessName)}`

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
