import { expect, test } from 'vitest'
import { inOneWay } from './one-way.ts'

test.each(['en-AU', 'en-US', 'en-GB', 'en-CA', 'en-IE', 'en-NZ', 'en-IN', 'en-ZA'])(
  'a browser in %s writes times as the sentences beside them do',
  (locale) => {
    const in12Hours = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, hour12: true, timeZone: 'Australia/Perth' })
    const time = in12Hours({ hour: 'numeric', minute: '2-digit' })
    expect(inOneWay(time, '2026-11-20T09:00:00Z')).toBe('5:00 pm')
    expect(inOneWay(time, '2026-11-20T16:05:00Z')).toBe('12:05 am')
    const moment = in12Hours({ dateStyle: 'medium', timeStyle: 'short' })
    expect(inOneWay(moment, '2026-11-20T09:00:00Z')).toMatch(/2026.* 5:00 pm$/)
  },
)
