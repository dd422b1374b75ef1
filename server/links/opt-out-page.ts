import { escape, plainPage } from './plain-page.ts'
import type { VisitedLink } from './visit-link.ts'

type AboutState = 'ask' | 'done' | 'done-everywhere' | 'undone' | 'stopped-by-text' | 'stopped-all-by-text'

/** `undo`: what an undo has to bring along, where there is one. `isTooLate`: it was asked for without. */
export type AboutTexts = {
  state: AboutState
  link: VisitedLink
  token: string
  undo?: string | undefined
  isTooLate?: boolean
}

export type OptOutPage = AboutTexts | { state: 'ended-link' | 'test'; link: VisitedLink | undefined }

/** A page of our own for a customer without JavaScript: plain words, a button for each choice. */
export const optOutPage = (page: OptOutPage): string => {
  const businessName = page.link?.businessName ?? undefined
  const name = businessName === undefined ? undefined : escape(businessName)
  const { title, text, buttons = [] } = words(page.state, name)
  const forms = 'token' in page ? buttons.map((button) => form(page, button)).join('') : ''
  const late = 'token' in page && page.isTooLate && buttons.includes(UNDO) ? TOO_LATE : ''
  const way =
    page.state === 'ended-link' && businessName !== undefined
      ? `<a class="way main" rel="noreferrer" href="${onGoogle(businessName)}">Find ${name} on Google</a>`
      : ''
  return plainPage({ title, text: late + text, more: forms + way })
}

type Button = { label: string; choice?: 'undo' | 'all'; look: 'main' | 'quiet' }

/** Each carries the undo of this sitting along, so that one undo takes back all of it. */
const form = ({ token, undo }: AboutTexts, button: Button): string => {
  const { label, choice, look } = button
  if (button === UNDO && undo === undefined) return ''
  return (
    `<form method="post" action="/o/${escape(token)}">` +
    (choice ? `<input type="hidden" name="${choice}" value="yes">` : '') +
    (undo === undefined ? '' : `<input type="hidden" name="sitting" value="${escape(undo)}">`) +
    `<button class="${look}">${label}</button></form>`
  )
}

const TOO_LATE = 'It is too late to undo this here. '

const STOP: Button = { label: 'Stop these texts', look: 'main' }
const STOP_ALL: Button = {
  label: 'Stop texts from every business that uses Goodword',
  choice: 'all',
  look: 'quiet',
}
const UNDO: Button = { label: 'Undo, that was a mistake', choice: 'undo', look: 'quiet' }

const words = (
  state: OptOutPage['state'],
  name = 'this business',
): { title: string; text: string; buttons?: Button[] } => {
  switch (state) {
    case 'ask':
      return {
        title: `No more texts from ${name}?`,
        text: 'They ask for a review now and then, after you have paid an invoice. One tap and they stop.',
        buttons: [STOP, STOP_ALL],
      }
    case 'done':
      return {
        title: 'Done: no more texts',
        text: `${name} will not text you for reviews again. Other businesses that use Goodword still may.`,
        buttons: [UNDO, STOP_ALL],
      }
    case 'done-everywhere':
      return {
        title: 'Done: no more texts from anyone',
        text: `Neither ${name} nor any other business that uses Goodword will text you for reviews again.`,
        buttons: [UNDO],
      }
    case 'undone':
      return {
        title: 'You can be texted again',
        text: `${name} may text you again after a paid invoice.`,
        buttons: [{ ...STOP, look: 'quiet' }, STOP_ALL],
      }
    case 'stopped-by-text':
      return {
        title: 'You replied STOP',
        text: `So ${name} will not text you. If you want these texts back, reply START to the number that sent them.`,
        buttons: [STOP_ALL],
      }
    case 'stopped-all-by-text':
      return {
        title: 'You replied STOP',
        text:
          `So neither ${name} nor any other business that uses Goodword will text you. If you want these texts back, ` +
          'reply START to the number that sent them.',
      }
    case 'test':
      return {
        title: 'This was a test',
        text: 'In a text to a customer, this page stops the texts of your business, or of every business that uses Goodword.',
      }
    case 'ended-link':
      return {
        title: 'This link does not work',
        text:
          name === 'this business'
            ? 'It may be old or mistyped. Nothing is wrong with your phone.'
            : `We cannot open the review page of ${name} at the moment. You can still find ${name} on Google. Thank you for wanting to leave a review.`,
      }
  }
}

/** https://developers.google.com/maps/documentation/urls/get-started */
const onGoogle = (businessName: string): string =>
  `https://www.google.com/maps/search/?api=1&#38;query=${encodeURIComponent(businessName)}`
