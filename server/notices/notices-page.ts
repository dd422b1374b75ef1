type State = 'ask' | 'off' | 'unknown'

const WORDS: Record<State, { title: string; text: string; button?: string }> = {
  ask: {
    title: 'No more mails about your funds?',
    text: 'They come when your funds run low or Xero is disconnected, once a day at most.',
    button: 'Stop these mails',
  },
  off: {
    title: 'Done: no more of these mails',
    text: 'You still see it all on your dashboard, and can switch them on again in your account.',
  },
  unknown: { title: 'This link does not work', text: 'It may be old or mistyped.' },
}

/** A page of our own without JavaScript: plain words, one button. A look at it changes nothing. */
export const noticesPage = (state: State, token: string): string => {
  const { title, text, button } = WORDS[state]
  const form = button
    ? `<form method="post" action="/n/${encodeURIComponent(token)}"><button>${button}</button></form>`
    : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="stylesheet" href="/plain.css"></head><body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`
}
