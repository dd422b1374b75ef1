/** Functions that every part of the page uses. */

export const find = (selector) => document.querySelector(selector)

export const escapeHtml = (text) =>
  String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

let last = null

/**
 * Calls the sandbox for a press. The same press again before its answer, as by a double click, is the same call, unless
 * another came in between.
 */
export const ask = (method, path, body) => {
  const name = JSON.stringify([method, path, body])
  if (last?.name === name) return last.answer
  const forget = () => {
    if (last === one) last = null
  }
  const one = { name, answer: askAnew(method, path, body).finally(forget) }
  last = one
  return one.answer
}

/** Calls the sandbox, whatever is under way. Shows a failure in a toast and returns undefined. */
export const askAnew = async (method, path, body) => {
  try {
    const answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const result = await answer.json()
    if (answer.ok) return result
    toast(result.message ?? `The sandbox answered ${answer.status}.`)
  } catch {
    toast('The sandbox does not answer. Is it still running?')
  }
  return undefined
}

/** Makes the children of `list` show `items`, replacing only those that differ. */
export const patchList = (list, items, keyOf, htmlOf) => {
  const present = new Map([...list.children].map((element) => [element.dataset.key, element]))
  let previous = null
  for (const item of items) {
    const key = String(keyOf(item))
    const markup = htmlOf(item)
    let element = present.get(key)
    present.delete(key)
    if (!element || element.markup !== markup) {
      const fresh = fromMarkup(markup)
      fresh.dataset.key = key
      fresh.markup = markup
      if (element) fresh.classList.add('again')
      element?.replaceWith(fresh)
      element = fresh
    }
    const place = previous ? previous.nextElementSibling : list.firstElementChild
    if (place !== element) list.insertBefore(element, place)
    previous = element
  }
  for (const element of present.values()) element.remove()
}

const fromMarkup = (markup) => {
  const template = document.createElement('template')
  template.innerHTML = markup.trim()
  return template.content.firstElementChild
}

export const money = (cents, currency) =>
  new Intl.NumberFormat('en-AU', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    cents / 100,
  )

export const clock = (iso) =>
  new Date(iso).toLocaleTimeString('en-AU', { hour: 'numeric', minute: '2-digit' })

export const day = (date) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-AU', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })

/** Why no text came, with a link to where the product shows the reason. */
export const whyWords = (why, product) =>
  `No text came: ${escapeHtml(why)} <a href="${escapeHtml(product)}/dashboard?tab=activity" target="_blank" rel="noopener">The owner’s All Activity ↗</a>`

let hiding
export const toast = (text) => {
  const element = find('#toast')
  element.textContent = text
  element.hidden = false
  clearTimeout(hiding)
  hiding = setTimeout(() => (element.hidden = true), 5_000)
}
