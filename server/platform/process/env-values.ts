import { validateHeaderName, validateHeaderValue } from 'node:http'
import { isIP } from 'node:net'
import { z } from 'zod'
import { readKey } from '../seal.ts'
import { isE164, isSenderName, isShortCode } from '../sender-shape-rules.ts'

export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .transform((text) => text.replace(/\/+$/, ''))
export const required = z.string({ error: 'is missing' }).min(1, 'is empty')

/** An id or key that a vendor gave: one that was copied badly would be refused there, or could not be sent. */
export const credential = required
  .regex(
    /^[\x20-\x7e]*$/,
    'has a letter that no key has, such as a line break or one that is not seen: copy it again',
  )
  .regex(/^(?!(["'`]).*\1$)/s, 'stands in quotes, which are part of it as it was given: take them out')
export const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65535, 'must be a port number')

export const sender = z
  .string()
  .refine((text) => text === '' || isE164(text) || isShortCode(text) || isSenderName(text), {
    error:
      'must be a number in international form, like +61480000000, a short code, or a name of 3 to 11 letters, digits and spaces',
  })

const BETWEEN = 'must be a whole number from 1 to 200'
export const concurrency = z.coerce.number({ error: BETWEEN }).int(BETWEEN).min(1, BETWEEN).max(200, BETWEEN)

const SECONDS = 'must be a whole number of seconds from 0 to 20: after 25 seconds a process ends in any case'
export const drainSeconds = z.coerce.number({ error: SECONDS }).int(SECONDS).min(0, SECONDS).max(20, SECONDS)

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

const hasCents = (currency: string): boolean =>
  CURRENCIES.has(currency) &&
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 2

/** Amounts are counted in hundredths everywhere. */
export const currency = z
  .string()
  .refine(hasCents, { error: 'must be the code of a currency with two decimals, like AUD' })

const TAX = /^(\p{L}[\p{L} .-]{0,19}) (\d{1,2})(?:\.(\d{1,3}))?(?: from (\S+))?$/u

/** What is included in prices, oldest first: `GST 10`, `GST 10 from 2026-07-01, GST 12.5 from 2028-07-01`. */
export const taxes = z
  .string()
  .transform((text) => text.split(',').map((one) => TAX.exec(one.trim())))
  .refine((found) => found.every((one) => one && (!one[4] || z.iso.date().safeParse(one[4]).success)), {
    error: 'must look like GST 10, or GST 10 from 2026-07-01, GST 12.5 from 2028-07-01 (percent)',
  })
  .transform((found) =>
    found
      .map((one) => {
        const [, name = '', whole = '', fraction = '', from = ''] = one!
        return { name, thousandths: Number(whole + fraction.padEnd(3, '0')), from }
      })
      .toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  )

export const yesOrNo = z
  .enum(['yes', 'no'], { error: 'must be yes or no' })
  .default('no')
  .transform((answer) => answer === 'yes')

const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

const isNetwork = (text: string): boolean => {
  const [address = '', bits = '0', ...more] = text.split('/')
  const longest = { 4: 32, 6: 128 }[isIP(address)]
  return (
    NETWORKS.has(text) ||
    (longest !== undefined && /^\d+$/.test(bits) && +bits <= longest && more.length === 0)
  )
}

/** Proxies on our own machine or network may say whom they speak for; an address from the internet may not. */
export const trustedProxies = z
  .string()
  .default('loopback,linklocal,uniquelocal')
  .transform((text) => (text === 'none' ? [] : text.split(',').map((network) => network.trim())))
  .refine((networks) => networks.every(isNetwork), {
    error: `must be none, or addresses, networks such as 10.0.0.0/8, ${[...NETWORKS].join(', ')}, comma-separated`,
  })

export const encryptionKeys = required.transform((text, context) => {
  const keys = text.split(',').map((key) => key.trim())
  for (const key of keys) {
    try {
      readKey(key)
    } catch (cause) {
      context.addIssue({ code: 'custom', message: (cause as Error).message })
    }
  }
  return keys
})

/** `name=value,…`, the values percent-encoded. One that cannot be sent is refused here: it would be left out unseen. */
export const headers = z.string().transform((text, context) => {
  try {
    const pairs = text.split(',').filter((pair) => pair.trim() !== '')
    if (pairs.length > 0) return Object.fromEntries(pairs.map(readHeader))
  } catch {
    // Its own words may hold the value.
  }
  context.addIssue({
    code: 'custom',
    message: 'must look like name=value,name=value, the values percent-encoded',
  })
  return z.NEVER
})

const readHeader = (pair: string): [string, string] => {
  const [name = '', ...values] = pair.split('=')
  if (values.length === 0) throw new Error('no =')
  const header = [name.trim().toLowerCase(), decodeURIComponent(values.join('=').trim())] as [string, string]
  validateHeaderName(header[0])
  validateHeaderValue(...header)
  return header
}
