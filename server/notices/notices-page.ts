type State = 'ask' | 'off' | 'unknown'

export type Kind = 'notices' | 'letter' | 'reviews'

const ASK: Record<Kind, Words> = {
  notices: {
    title: 'No more of these mails?',
    text: 'They come when your funds run low or Xero is disconnected, once a day at most, and when more texts wait than go out in an hour.',
    button: 'Stop these mails',
  },
  letter: {
    title: 'No more weekly letters?',
    text: 'They come on Mondays and say what happened in the week before. Other mails go on.',
    button: 'Stop these letters',
  },
  reviews: {
    title: 'No more mails about reviews?',
    text: 'They come when there are new reviews on Google, once an hour at most. Other mails go on.',
    button: 'Stop these mails',
  },
}
const OFF: Record<Kind, Words> = {
  notices: {
    title: 'Done: no more of these mails',
    text: 'You still see it all on your dashboard, and can switch them on again in your account.',
  },
  reviews: {
    title: 'Done: no more of these mails',
    text: 'Your reviews still show on your dashboard. Your account has this setting as well.',
  },
  letter: {
    title: 'Done: no more of these letters',
    text: 'You still see it all on your dashboard, and can switch them on again in your account.',
  },
}
const UNKNOWN: Words = { title: 'This link does not work', text: 'It may be old or mistyped.' }
type Words = { title: string; text: string; button?: string }

/** A page of our own without JavaScript: plain words, one button. A look at it changes nothing. */
export const noticesPage = (state: State, kind: Kind, token: string): string => {
  const { title, text, button } = state === 'ask' ? ASK[kind] : state === 'off' ? OFF[kind] : UNKNOWN
  const form = button
    ? `<form method="post" action="${addressOf(kind, token)}"><button>${button}</button></form>`
    : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="stylesheet" href="/plain.css"></head><body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`
}

export const addressOf = (kind: Kind, token: string): string =>
  `/n/${encodeURIComponent(token)}${kind === 'notices' ? '' : `/${kind}`}`
