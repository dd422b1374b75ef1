import { ask, askAnew, clock, escapeHtml, find, patchList, toast, whyWords } from './page-parts.js'

/** Draws the conversations and the one phone that is open. */
export const drawPhone = ({ threads, phone, product }) => {
  patchList(
    find('#threads'),
    withOpen(threads, phone),
    ({ phone: number }) => number,
    (thread) => threadRow(thread, phone?.phone),
  )
  const unread = threads.reduce((sum, thread) => sum + thread.unread, 0)
  find('#unread').textContent = unread
  find('#unread').hidden = unread === 0

  find('#to').innerHTML = phone
    ? `<strong>${escapeHtml(phone.name)}</strong><span class="num">${phone.shown}${awaitingWords(phone)}</span>`
    : '<strong>No phone chosen</strong><span>Mark an invoice as paid, or choose a customer’s number.</span>'
  drawTalk(phone, product)
  find('#quick').hidden = !phone
  find('#write').hidden = !phone
  find('[data-quick=tap]').disabled = !linkIn(lastFrom(phone), product)
  find('[data-quick=START]').hidden = !phone?.isBlocked
  find('[data-quick=STOP]').hidden = Boolean(phone?.isBlocked)
}

/** Adds the buttons' listeners. */
export const listenToPhone = ({ current, look, seek }) => {
  find('#to').addEventListener('click', ({ target }) => {
    if (target.closest('button')) seek(current().phone.name)
  })
  find('#threads').addEventListener('click', ({ target }) => {
    const thread = target.closest('[data-phone]')
    if (thread) look(thread.dataset.phone)
  })
  find('#quick').addEventListener('click', async ({ target }) => {
    const { quick } = target.closest('button')?.dataset ?? {}
    const { phone, product } = current()
    if (quick === 'tap') await tap(linkIn(lastFrom(phone), product), phone.name)
    else if (quick) await ask('POST', replyPath(phone), { body: quick })
  })
  find('#write').addEventListener('submit', async (event) => {
    event.preventDefault()
    const input = event.target.elements.body
    const body = input.value.trim()
    if (!body) return
    input.value = ''
    await askAnew('POST', replyPath(current().phone), { body })
  })
  find('#talk').addEventListener('click', (event) => {
    const link = event.target.closest('a')
    if (!link) return
    event.preventDefault()
    void tap(link.href, current().phone?.name)
  })
}

const awaitingWords = ({ awaiting }) =>
  awaiting
    ? ` · <button class="link">${awaiting === 1 ? '1 invoice' : `${awaiting} invoices`} to pay</button>`
    : ''

const replyPath = ({ phone }) => `/control/sms/${encodeURIComponent(phone)}/reply`

/** The tab is opened by the click itself, because the browser blocks a later one as a popup; then it is redirected. */
const tap = async (url, name = '') => {
  if (!url) return
  const tab = window.open('', '_blank')
  const led = await ask('POST', '/control/tap', { url })
  if (!led) {
    tab?.close()
    return
  }
  const isOutside = led.location && new URL(led.location).origin !== new URL(url).origin
  const place = isOutside
    ? `/console/landed?${new URLSearchParams({ address: led.location, name })}`
    : (led.location ?? url)
  if (led.status >= 400) toast(`The link answered ${led.status}.`)
  if (!tab) return
  tab.opener = null
  tab.location.replace(place)
}

/** A phone that has no text yet is listed too while it is open. */
const withOpen = (threads, phone) =>
  !phone || threads.some((thread) => thread.phone === phone.phone)
    ? threads
    : [{ ...phone, unread: 0, body: 'No texts yet', isMine: false, at: null }, ...threads]

const threadRow = ({ phone, name, unread, body, isMine, at }, open) => `
  <button data-phone="${phone}" aria-pressed="${phone === open}" class="${unread ? 'fresh' : ''}">
    <span class="name">${escapeHtml(name)}</span>
    <span class="when num">${at ? clock(at) : ''}</span>
    <span class="last">${isMine ? 'You: ' : ''}${escapeHtml(body)}</span>
    ${unread ? `<b class="count" aria-label="${unread} unread">${unread}</b>` : ''}
  </button>`

const drawTalk = (phone, product) => {
  const talk = find('#talk')
  const lines = phone ? [...phone.texts, ...phone.silences] : []
  const isAtEnd = talk.scrollHeight - talk.scrollTop - talk.clientHeight < 40
  const isOther = talk.dataset.phone !== phone?.phone
  const last = keyOf(lines.at(-1) ?? {})
  if (lines.length === 0) {
    const words = phone
      ? 'No texts yet. When an invoice of this customer is paid, Goodword sends one, or keeps the reason why not.'
      : ''
    patchList(
      talk,
      [words],
      () => 'none',
      () => `<p class="quiet">${words}</p>`,
    )
  } else {
    patchList(talk, lines, keyOf, (line) => (line.sid ? bubble(line, product) : silence(line, product)))
  }
  if (isOther || (isAtEnd && talk.dataset.last !== last)) talk.scrollTop = talk.scrollHeight
  talk.dataset.phone = phone?.phone ?? ''
  talk.dataset.last = last
}

const keyOf = ({ sid, invoiceId }) => sid ?? invoiceId ?? ''

/** An invoice that was marked as paid, and for which no text came. */
const silence = ({ number, whyNoText }, product) =>
  `<p class="silence"><strong class="num">${escapeHtml(number)} is paid.</strong> ${whyWords(whyNoText, product)}</p>`

const bubble = (text, product) => {
  const isLost = ['undelivered', 'failed'].includes(text.status)
  const kind = text.isMine ? 'mine' : isLost ? 'lost' : 'theirs'
  const segments = text.segments === 1 ? '' : ` · ${text.segments} segments`
  const fate = isLost ? `Never arrived: ${text.error} (${text.code})` : text.isMine ? '' : text.status
  const meta = [clock(text.at), text.from && `from ${text.from}`, fate].filter(Boolean).join(' · ')
  return `<div class="bubble ${kind}"><p>${linked(text.body, product)}</p><small class="num">${escapeHtml(meta)}${segments}</small></div>`
}

const URLS = /https?:\/\/[^\s<>"]+/g

const linked = (body, product) => {
  let rest = 0
  let markup = ''
  for (const found of body.matchAll(URLS)) {
    const url = found[0].replace(/[.,!?)]+$/, '')
    markup += escapeHtml(body.slice(rest, found.index))
    markup += url.startsWith(product)
      ? `<a href="${escapeHtml(url)}">${escapeHtml(url.replace(/^https?:\/\//, ''))}</a>`
      : escapeHtml(url)
    rest = found.index + url.length
  }
  return markup + escapeHtml(body.slice(rest))
}

const lastFrom = (phone) => phone?.texts.findLast(({ isMine, status }) => !isMine && status !== 'undelivered')

/** The link of a text that leads to the product; the one that counts visits before the one that opts out. */
const linkIn = (text, product) => {
  const links = (text?.body.match(URLS) ?? [])
    .map((url) => url.replace(/[.,!?)]+$/, ''))
    .filter((url) => url.startsWith(product))
  return links.find((url) => url.includes('/r/')) ?? links[0]
}
