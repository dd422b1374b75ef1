import type { Health, PartStatus, StatusResponse } from '../../../contracts/status.ts'

const TITLES: Record<Health, string> = {
  working: 'All is well',
  degraded: 'Something works in part only',
  down: 'Something does not work',
}
const LABELS: Record<Health, string> = { working: 'Works', degraded: 'Limited', down: 'Down' }
const NAMES: Record<PartStatus['part'], string> = {
  webhooks: 'Paid invoices from Xero',
  texts: 'Texts',
  payments: 'Payments',
  'sign-in': 'Signing in',
}

/** For everybody, without JavaScript, and without a word of any business. */
export const statusPage = ({ health, checkedAt, parts }: StatusResponse): string => {
  const title = TITLES[health]
  const listed = parts.map(
    (part) =>
      `<h2>${NAMES[part.part]} <span class="${part.health}">${LABELS[part.health]}</span></h2>` +
      `<p>${part.words}${sinceOf(part)}</p>`,
  )
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" ' +
    'content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta http-equiv="refresh" ' +
    `content="30"><title>${title}: Goodword</title><link rel="icon" href="/favicon.svg">` +
    `<link rel="stylesheet" href="/plain.css"></head><body><header><a href="/welcome/">Goodword</a></header><main><h1>${title}</h1>${listed.join('')}` +
    `</main><footer><p>Looked at ${words(checkedAt)}. This page looks again by itself.</p></footer></body></html>`
  )
}

const sinceOf = ({ since }: PartStatus): string => (since ? ` This is so since ${words(since)}.` : '')

/** '23 Nov, 02:15 UTC' */
const words = (at: string): string =>
  `${new Date(at).toLocaleString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })} UTC`
