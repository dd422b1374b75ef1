/** Times as the server writes them in its sentences, beside which they stand: '5:00 pm', in whatever English. */
export const inOneWay = (format: Intl.DateTimeFormat, instant: string): string =>
  format
    .formatToParts(new Date(instant))
    .map(({ type, value }) => {
      if (type === 'hour') return value.replace(/^0/, '')
      return type === 'dayPeriod' ? value.toLowerCase().replaceAll('.', '') : value
    })
    .join('')
    .replaceAll('\u202f', ' ')
