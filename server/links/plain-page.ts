/** A page of our own for a customer, without JavaScript. `title`, `text` and `more` are HTML. */
export const plainPage = ({ title, text, more }: { title: string; text: string; more: string }): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" ` +
  `content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
  `<title>${title}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/plain.css"></head>` +
  `<body><header>${MARK}</header><main><h1>${title}</h1><p>${text}</p>${more}</main>` +
  `<footer>${FOOT}</footer></body></html>`

const MARK =
  '<a href="/welcome/"><svg viewBox="0 0 26 26" width="26" height="26" aria-hidden="true"><path class="leaf" ' +
  'd="M8 0h10a8 8 0 0 1 8 8v10a8 8 0 0 1-8 8H2a2 2 0 0 1-2-2V8a8 8 0 0 1 8-8Z"/><path class="star" ' +
  'd="m13 5.6 2.2 4.6 5 .6-3.7 3.4 1 5-4.5-2.5-4.5 2.5 1-5-3.7-3.4 5-.6Z"/></svg>Goodword</a>'
const FOOT =
  '<p>Goodword texts customers for small businesses.</p><a href="/welcome/privacy/">What we keep about you</a>' +
  '<a href="/welcome/#contact">Contact</a><a href="/welcome/terms/">Terms</a>'

export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
