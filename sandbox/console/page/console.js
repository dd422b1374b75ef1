import { drawInvoices, listenToInvoices } from './invoice-list.js'
import { askAnew, find } from './page-parts.js'
import { drawPhone, listenToPhone } from './phone.js'
import { drawTrouble, listenToTrouble } from './trouble.js'

const KEY = 'sandbox-organisation'
const chosen = { organisation: localStorage.getItem(KEY) ?? '', phone: '' }
let state
let seenTexts
let asking = false
let askAgain = false

/** One request at a time; a change that comes meanwhile causes one more. */
const refresh = async () => {
  if (asking) {
    askAgain = true
    return
  }
  asking = true
  const fresh = await askAnew('GET', `/control/console?${new URLSearchParams(chosen)}`)
  asking = false
  if (fresh) {
    state = fresh
    followNewText()
    draw()
  }
  if (askAgain) {
    askAgain = false
    await refresh()
  }
}

const draw = () => {
  find('#product').href = state.product
  drawInvoices(state)
  drawPhone(state)
  drawTrouble(state)
}

/** When a text arrives for another customer, their phone is opened, unless a reply is being written. */
const followNewText = () => {
  const newest = state.threads.find(({ isMine }) => !isMine)
  const isNew = seenTexts !== undefined && newest && newest.unread > 0 && newest.at > seenTexts
  seenTexts = newest ? newest.at : (seenTexts ?? '')
  const isWriting = find('#write input').value !== ''
  if (!chosen.phone && newest) look(newest.phone, { quietly: true })
  else if (isNew && newest.phone !== chosen.phone && !isWriting) look(newest.phone, { quietly: true })
  else if (state.phone && unreadOf(chosen.phone) > 0 && isPhoneInSight()) markRead(chosen.phone)
}

const unreadOf = (phone) => state.threads.find((thread) => thread.phone === phone)?.unread ?? 0

const markRead = (phone) => void askAnew('POST', `/control/sms/${encodeURIComponent(phone)}/read`, {})

const isPhoneInSight = () =>
  document.visibilityState === 'visible' && find('.phone').getBoundingClientRect().width > 0

const look = (phone, { quietly = false } = {}) => {
  chosen.phone = phone
  if (!quietly) showPane('phone')
  void refresh()
}

/** The words that find the customer's other invoices. */
const seek = (words) => {
  showPane('invoices')
  find('[data-show=awaiting]').click()
  find('#find').value = words
  find('#find').dispatchEvent(new Event('input'))
}

const showPane = (pane) => {
  document.body.dataset.pane = pane
  for (const button of document.querySelectorAll('.panes button')) {
    button.setAttribute('aria-pressed', String(button.dataset.pane === pane))
  }
  find('#talk').scrollTop = find('#talk').scrollHeight
  if (state) followNewText()
}

const listen = () => {
  const source = new EventSource('/control/events')
  source.addEventListener('open', () => {
    find('#live').textContent = 'Live'
    find('#live').className = 'live on'
  })
  source.addEventListener('message', () => void refresh())
  source.addEventListener('error', () => {
    find('#live').textContent = 'Waiting for the sandbox …'
    find('#live').className = 'live'
  })
}

for (const button of document.querySelectorAll('.panes button')) {
  button.addEventListener('click', () => showPane(button.dataset.pane))
}
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void refresh())
listenToInvoices({
  organisation: () => state.organisation,
  look,
  redraw: draw,
  refresh: () => void refresh(),
  choose: (tenantId) => {
    chosen.organisation = tenantId
    localStorage.setItem(KEY, tenantId)
    void refresh()
  },
})
listenToPhone({ current: () => state, look, seek })
listenToTrouble()
listen()
