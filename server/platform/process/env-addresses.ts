import { z } from 'zod'

const ESCAPED = 'in whose password / @ : # are written %2F %40 %3A %23'

/**
 * With a password that holds a / or # the address cannot be read, or its beginning is taken for the host: then what
 * follows has the @, and no user is found before it.
 */
const isRead = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || !/@/.test(url.pathname + url.search + url.hash))
}

/** Where mails are handed in. */
export const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\/[^/]/, { error: 'must begin with smtp:// or smtps://', abort: true })
  .refine(isRead, { error: `must look like smtps://user:password@host:465, ${ESCAPED}` })
