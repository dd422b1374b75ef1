import { ask, escapeHtml, find, patchList } from './page-parts.js'

/** How often a fault strikes, by the page's name for it. */
const STRENGTHS = {
  once: { words: 'once', probability: 1, count: 1 },
  some: { words: 'at times', probability: 0.2, count: null },
  half: { words: 'half the time', probability: 0.5, count: null },
  always: { words: 'always', probability: 1, count: null },
}

/** Draws the switches, the state of the webhooks and the log. */
export const drawTrouble = ({ faults, webhooks, specialNumbers, log }) => {
  const groups = Map.groupBy(faults, ({ group }) => group)
  patchList(find('#faults'), [...groups], ([name]) => name, faultGroup)
  find('#calm').hidden = faults.every(({ asked }) => asked === null)
  patchList(find('#hooks'), [webhooks], () => 'hooks', hooksRow)
  patchList(find('#special'), specialNumbers, ({ shown }) => shown, specialRow)
  patchList(find('#log'), log, ({ id }) => id, logRow)
}

/** Adds the switches' listeners. */
export const listenToTrouble = () => {
  find('#faults').addEventListener('change', ({ target }) => {
    const row = target.closest('[data-fault]')
    const isOn = row.querySelector('input').checked
    const { probability, count } = STRENGTHS[row.querySelector('select').value]
    void ask('PUT', '/control/faults', { [row.dataset.fault]: isOn ? { probability, count } : null })
  })
  find('#calm').addEventListener('click', () => ask('DELETE', '/control/faults'))
  find('#hooks').addEventListener('click', ({ target }) => {
    const { hook } = target.closest('button')?.dataset ?? {}
    if (hook === 'replay') void ask('POST', '/control/xero/webhooks/replay', { count: 1 })
    if (hook === 'intent') void ask('POST', '/control/xero/webhooks/intent-to-receive', {})
  })
}

const faultGroup = ([name, faults]) => `
  <fieldset><legend>${escapeHtml(name)}</legend>${faults.map(faultRow).join('')}</fieldset>`

const faultRow = ({ name, label, asked }) => `
  <div class="fault ${asked ? 'on' : ''}" data-fault="${name}">
    <label><input type="checkbox" role="switch" ${asked ? 'checked' : ''}><span>${escapeHtml(label)}</span></label>
    <select aria-label="How often: ${escapeHtml(label)}">${Object.entries(STRENGTHS)
      .map(
        ([key, { words }]) =>
          `<option value="${key}" ${key === strengthOf(asked) ? 'selected' : ''}>${words}</option>`,
      )
      .join('')}</select>
  </div>`

const strengthOf = (asked) => {
  if (!asked) return 'once'
  if (asked.count !== null) return 'once'
  if (asked.probability >= 0.9) return 'always'
  return asked.probability >= 0.4 ? 'half' : 'some'
}

const hooksRow = ({ isDisabled, waiting }) => {
  const words = isDisabled
    ? 'Xero has switched the webhooks off after too many failures.'
    : waiting > 0
      ? `${waiting} ${waiting === 1 ? 'webhook waits' : 'webhooks wait'} for another try.`
      : 'No webhook is waiting.'
  return `<div><span class="${isDisabled ? 'bad' : ''}">${words}</span>
    <button class="button ghost" data-hook="replay">Send the last webhook again</button>
    <button class="button ghost" data-hook="intent">Intent to receive</button></div>`
}

const specialRow = ({ shown, name, words }) =>
  `<li><span class="num">${shown}</span>${name ? ` (${escapeHtml(name)})` : ''} ${escapeHtml(words)}</li>`

const WENT = { well: ['✓', 'went well'], badly: ['✕', 'went badly'], fault: ['⚡', 'as you asked'] }
const WHO = { xero: 'Xero', twilio: 'Phone', google: 'Google', stripe: 'Stripe', mail: 'Mail', you: 'You' }

const logRow = ({ id, at, who, what, went }) => {
  const [sign, words] = WENT[went]
  const time = new Date(at).toLocaleTimeString('en-AU', { hour12: false })
  return `<li class="${went}" data-line="${id}"><time class="num">${time}</time><span class="sign" title="${words}">${sign}</span>
    <b>${WHO[who]}</b><span class="what">${escapeHtml(what)}</span></li>`
}
