import { escape, plainPage } from './plain-page.ts'

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
  return plainPage({ title, text, more: form })
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
