import { expect, test } from 'vitest'
import { DEFAULT_REMINDER } from '../reminder-words-rules.ts'
import { writeReminderMail, type MailWords } from './mail-words-rules.ts'

const WORDS: MailWords = {
  template: DEFAULT_REMINDER,
  firstName: 'Jane',
  customerName: 'Jane Doe',
  invoiceNumber: null,
  businessName: 'Harbour Plumbing',
  address: '12 Quay St,\nBoston MA 02110',
  reviewLink: 'https://goodword.test/r/2bYourWord',
  optOutUrl: 'https://goodword.test/o/2bYourWord/mail',
}

test('is the owner’s words, who writes and from where, and how it ends', () => {
  expect(writeReminderMail(WORDS)).toEqual({
    subject: 'A review for Harbour Plumbing?',
    text: [
      'Hi Jane, Harbour Plumbing again. If you have a minute, a Google review would help us: https://goodword.test/r/2bYourWord',
      '',
      'Harbour Plumbing',
      '12 Quay St, Boston MA 02110',
      '',
      'You get this because you paid an invoice from Harbour Plumbing. Nothing like it follows.',
      'To get no such messages again: https://goodword.test/o/2bYourWord/mail',
    ].join('\n'),
  })
})

test('names no place where the business has none', () => {
  const { text } = writeReminderMail({ ...WORDS, address: null })
  expect(text).toContain('\n\nHarbour Plumbing\n\nYou get this')
})
