import { ask, day, escapeHtml, find, money, patchList, toast, whyWords } from './page-parts.js'

const FIRST = 8
/** `kept` are invoices that changed just now: they stay in the list until another one is chosen. */
const view = { show: 'awaiting', words: '', all: false, kept: new Map() }

/** Draws the invoices of the chosen organisation. */
export const drawInvoices = (state) => {
  drawOrganisations(state)
  const shown = state.invoices.filter((invoice) => isShown(invoice) && matches(invoice))
  for (const button of document.querySelectorAll('[data-show]')) {
    const count = state.invoices.filter((invoice) => groupOf(invoice) === button.dataset.show).length
    button.setAttribute('aria-pressed', String(button.dataset.show === view.show))
    button.querySelector('b').textContent = count
  }
  const list = find('#invoices')
  const some = view.all ? shown : shown.slice(0, FIRST)
  if (some.length === 0) {
    patchList(
      list,
      [emptyWords()],
      () => 'empty',
      (words) => `<li class="empty">${words}</li>`,
    )
  } else {
    patchList(
      list,
      some,
      ({ invoiceId }) => invoiceId,
      (invoice) => row(invoice, state.product),
    )
  }
  const more = find('#more')
  more.hidden = some.length === shown.length
  more.textContent = `Show all ${shown.length}`
}

/** Adds the buttons' listeners. `look` opens a customer's phone, `redraw` draws the present state again. */
export const listenToInvoices = ({ organisation, look, redraw, refresh, choose }) => {
  find('#organisation').addEventListener('change', ({ target }) => choose(target.value))
  find('#find').addEventListener('input', ({ target }) => {
    view.words = target.value.trim().toLowerCase()
    redraw()
  })
  for (const button of document.querySelectorAll('[data-show]')) {
    button.addEventListener('click', () => {
      view.show = button.dataset.show
      view.all = false
      view.kept.clear()
      redraw()
    })
  }
  find('#more').addEventListener('click', () => {
    view.all = true
    redraw()
  })
  find('#pay-many').addEventListener('click', async () => {
    const done = await ask('POST', `/control/xero/${organisation()}/pay-many`, { count: 50 })
    if (!done) return
    toast(paidWords(done.paid.length))
    setTimeout(refresh, PATIENCE_MS)
  })
  find('#newcomers').addEventListener('click', async () => {
    view.show = 'awaiting'
    await ask('POST', `/control/xero/${organisation()}/newcomers`, { count: 10, twice: 3 })
  })
  find('#invoices').addEventListener('click', async ({ target }) => {
    const button = target.closest('button[data-act]')
    if (!button) return
    const { id, phone } = button.closest('li').dataset
    button.closest('details')?.removeAttribute('open')
    if (button.dataset.act === 'phone') look(phone)
    else if (button.dataset.act === 'edit') editPhone(organisation(), button.closest('li').dataset)
    else if (isNewPress(id)) await act(organisation(), id, button.dataset, { phone, look, refresh })
  })
  document.addEventListener('click', ({ target }) => {
    for (const menu of document.querySelectorAll('.menu[open]')) {
      if (!menu.contains(target)) menu.removeAttribute('open')
    }
  })
}

/** Its answer puts the opposite under the pointer: the second half of a double click must not undo the first. */
const TWICE_MS = 700
let pressed = { id: '', at: 0 }

const isNewPress = (id) => {
  const at = performance.now()
  if (id === pressed.id && at - pressed.at < TWICE_MS) return false
  pressed = { id, at }
  return true
}

/** How long a text may take. Afterwards the page shows why none came. */
const PATIENCE_MS = 6_500

const act = async (organisation, id, { act: verb, body }, { phone, look, refresh }) => {
  view.kept.set(id, view.show)
  const done = await ask(
    'POST',
    `/control/xero/${organisation}/invoices/${id}/${verb}`,
    JSON.parse(body ?? '{}'),
  )
  if (!done) return
  setTimeout(refresh, PATIENCE_MS)
  if (verb === 'pay' && phone) look(phone, { quietly: true })
}

const editPhone = (organisation, { contact, name, typed }) => {
  const dialog = find('#edit')
  find('#edit-name').textContent = name
  const input = dialog.querySelector('input')
  input.value = typed
  dialog.returnValue = 'cancel'
  dialog.addEventListener(
    'close',
    () => {
      if (dialog.returnValue !== 'save') return
      ask('PUT', `/control/xero/${organisation}/contacts/${contact}/phone`, { number: input.value })
    },
    { once: true },
  )
  dialog.showModal()
}

const drawOrganisations = ({ organisations, organisation }) => {
  const select = find('#organisation')
  const markup = organisations
    .map(({ tenantId, name, country, isDemo }) => {
      const about = isDemo ? 'demo company' : country
      return `<option value="${tenantId}">${escapeHtml(name)} · ${about}</option>`
    })
    .join('')
  if (select.markup !== markup) {
    select.innerHTML = markup
    select.markup = markup
  }
  select.value = organisation
}

const isShown = (invoice) => groupOf(invoice) === view.show || view.kept.get(invoice.invoiceId) === view.show

const groupOf = ({ type, status }) => {
  if (type === 'ACCPAY') return 'bills'
  return ['PAID', 'VOIDED', 'DELETED'].includes(status) ? 'paid' : 'awaiting'
}

const matches = ({ contactName, number, totalCents, description }) =>
  `${contactName} ${number} ${totalCents / 100} ${description}`.toLowerCase().includes(view.words)

const paidWords = (count) => {
  if (count === 0) return 'Nothing awaits payment here. “10 new customers” brings more.'
  if (count < 50) return `${count} invoices paid in one go: those were all.`
  return '50 invoices paid at once, reported by one webhook.'
}

const emptyWords = () => {
  if (view.words) return 'Nothing fits these words.'
  return {
    awaiting: 'Every invoice is paid. “10 new customers” brings more, “Undo payment” brings one back.',
    paid: 'Nothing is paid yet. Mark an invoice as paid and it moves here.',
    bills: 'This organisation has no bills to pay.',
  }[view.show]
}

const row = (invoice, product) => {
  const { invoiceId, contactId, contactName, phone, phoneShown, fate, whyNoText } = invoice
  const where = phone
    ? `<button class="link num" data-act="phone" title="Look at this phone">${phoneShown}</button>`
    : '<span class="none">no mobile</span>'
  return `<li data-id="${invoiceId}" data-contact="${contactId}" data-name="${escapeHtml(contactName)}"
      data-phone="${phone ?? ''}" data-typed="${escapeHtml(phoneShown ?? '')}">
    <div class="who"><strong>${escapeHtml(contactName)}</strong>
      <span class="meta num">${escapeHtml(invoice.number)} · ${escapeHtml(invoice.description)} · ${day(invoice.date)}</span>
      <span class="meta">${where}${fate ? ` · <span class="fate">${escapeHtml(fate)}</span>` : ''}</span></div>
    <div class="sum"><span class="amount num">${money(invoice.totalCents, invoice.currency)}</span>${badge(invoice)}</div>
    ${whyNoText ? `<p class="why">${whyWords(whyNoText, product)}</p>` : ''}
    <div class="acts">${buttons(invoice)}</div>
  </li>`
}

const badge = ({ status, dueCents, totalCents, paidCents, paidOn, currency }) => {
  if (status === 'PAID' && paidCents === 0 && totalCents > 0)
    return '<span class="badge wait">Credited</span>'
  if (status === 'PAID') return `<span class="badge ok">Paid ${day(paidOn)}</span>`
  if (status === 'VOIDED') return '<span class="badge wait">Voided</span>'
  if (dueCents < totalCents) return `<span class="badge warn">${money(dueCents, currency)} due</span>`
  return '<span class="badge wait">Awaiting</span>'
}

const buttons = ({ status, type }) => {
  if (status === 'PAID') return '<button class="button ghost" data-act="undo">Undo payment</button>'
  if (status !== 'AUTHORISED') return ''
  const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  const pay = '<button class="button" data-act="pay">Mark as paid</button>'
  if (type === 'ACCPAY') return pay
  return `${pay}
    <button class="button ghost" data-act="credit-note">Pay by credit note</button>
    <details class="menu"><summary class="button ghost" aria-label="More ways">⋯</summary><div>
      ${choice('part-pay', {}, 'Pay half')}
      ${choice('pay', { kind: 'overpayment' }, 'Pay from an overpayment')}
      ${choice('pay', { date: monthAgo }, 'Pay, dated a month ago')}
      ${choice('pay', { webhook: false }, 'Pay, but send no webhook')}
      ${choice('void', {}, 'Void')}
      ${choice('edit', {}, 'Change the mobile …')}
    </div></details>`
}

const choice = (act, body, words) =>
  `<button data-act="${act}" data-body="${escapeHtml(JSON.stringify(body))}">${words}</button>`
