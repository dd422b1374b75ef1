import { z } from 'zod'

/**
 * A password that holds a / or # makes an address that cannot be read, or one whose user is taken for its host: then no
 * user is found, and the @ stands in what follows.
 */
const isRead = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || !/@/.test((url.pathname || url.search) + url.hash))
}

const ESCAPED = 'in whose password / @ : # are written %2F %40 %3A %23'

/** Where mails are handed in. */
export const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\/[^/]/, { error: 'must begin with smtp:// or smtps://', abort: true })
  .refine(isRead, { error: `must look like smtps://user:password@host:465, ${ESCAPED}` })

/** The driver takes one without a host as well, where that stands in what follows. */
export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://', abort: true })
  .refine((text) => isRead(text.replace('@/', '@none/')), {
    error: `must look like postgres://user:password@host:5432/database, ${ESCAPED}`,
  })

/** An address, alone or behind a name. */
export const mailFrom = z
  .string()
  .trim()
  .regex(/^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
    error: 'must have an address, like Goodword <hello@example.com>',
  })
