/** Tells when each mail came by the clock of whoever reads it. */
const format = new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeStyle: 'short' })

for (const time of document.querySelectorAll('time[datetime]')) {
  time.textContent = format.format(new Date(time.dateTime))
}
