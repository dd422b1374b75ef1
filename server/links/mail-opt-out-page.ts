export type MailOptOutState = 'ask' | 'done' | 'unknown'

/** Without JavaScript: plain words, one button. A look at it changes nothing. */
export const mailOptOutPage = (
  state: MailOptOutState,
  about: { token: string; businessName: string | null } | undefined,
): string => {
  const { title, text } = words(state, escape(about?.businessName ?? 'this business'))
  const form =
    state === 'ask' && about
      ? `<form method="post" action="/o/${escape(about.token)}/mail"><button class="main">Stop these messages</button></form>`
      : ''
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" ` +
    `content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>` +
    `<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/plain.css"></head>` +
    `<body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`
  )
}

const words = (state: MailOptOutState, name: string): { title: string; text: string } => {
  if (state === 'unknown')
    return {
      title: 'This link does not work',
      text: 'It may be old or mistyped. Nothing is wrong with your phone.',
    }
  if (state === 'done')
    return {
      title: 'Done: no more messages',
      text: `${name} will not ask you for reviews again, neither by e-mail nor by text.`,
    }
  return {
    title: `No more messages from ${name}?`,
    text: 'They ask for a review after you have paid an invoice. One tap and they stop, e-mails and texts alike.',
  }
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
