import { describe, expect, test } from 'vitest'
import { doubtsOf } from './message-doubts-rules.ts'
import { checkTemplate } from './template-rules.ts'

const OWN = "Dave's Plumbing Pty Ltd"

const WORDS = {
  staff: 'to name staff in a review (its policy since April 2026)',
  rating: 'a certain rating (its policy since April 2026)',
  words: 'particular words in a review (its policy since April 2026)',
  premises: 'on your own device (its policy since April 2026)',
  good: 'not for a good one',
  return: 'in return',
} as const

const DOUBTFUL: [string, keyof typeof WORDS][] = [
  ['Please mention Dave', 'staff'],
  ['Please mention Dave in your review', 'staff'],
  ['please mention dave in your review', 'staff'],
  ['PLEASE MENTION DAVE', 'staff'],
  ['Ask for Dave when you leave a review', 'staff'],
  ['Tell them Dave helped', 'staff'],
  ['Tell Google how Sue and Dave did', 'staff'],
  ['Tell everyone about Mick', 'staff'],
  ['Just say Dave fixed it', 'staff'],
  ['Let others know that Sarah really helped', 'staff'],
  ['Give a shout-out to Marco', 'staff'],
  ['Please mention your plumber by name', 'staff'],
  ['Please name the technician who came', 'staff'],
  ['Please include his name', 'staff'],
  ["Do use your electrician's name", 'staff'],
  ['Tell us who helped you', 'staff'],
  ['Rate us 10/10 please', 'rating'],
  ['Give us full marks', 'rating'],
  ['Five out of five would be lovely', 'rating'],
  ['We hope for the top rating', 'rating'],
  ['We would love 5 stars', 'rating'],
  ['Could you leave a great review?', 'good'],
  ['Could you say something nice?', 'good'],
  ['Please say that we were on time', 'words'],
  ['Tell people we are the best', 'words'],
  ['Write that our work is tidy', 'words'],
  ['Please mention how fast we were', 'words'],
  ['Please mention your suburb', 'words'],
  ['Use the words hot water', 'words'],
  ['Copy and paste this text', 'words'],
  ['Review us on our tablet', 'premises'],
  ['Leave a review at the front desk', 'premises'],
  ['Please rate us before you leave', 'premises'],
  ['Use our review kiosk', 'premises'],
  ['Review us and go into the draw', 'return'],
  ['Review us for half-price service', 'return'],
  ['A review earns a $10 credit on your next job', 'return'],
]

test.each(DOUBTFUL)('the owner is warned of %j, and may save it all the same', (template, why) => {
  expect(checkTemplate(template, { businessName: OWN })).toEqual({
    ok: true,
    warnings: [expect.stringContaining(WORDS[why])],
  })
})

test.each([
  'Thanks for choosing {businessName}. Could you leave us a review? {reviewLink}',
  "Thanks for choosing Dave's Plumbing, {firstName}",
  "Tell Google about Dave's Plumbing",
  "Please mention Dave's Plumbing",
  "Please mention Dave's Plumbing Pty Ltd",
  'Tell others how {businessName} did',
  'Tell Google how we did',
  'Tell us How we did. We read each review',
  'Hi {firstName}, Dave here. Could you review us?',
  'Anything wrong? Call us and ask for Dave',
  'Please mention invoice {invoiceNumber} when you call',
  'Please mention INV-7 if you call us',
  'Mention it to friends',
  'We wanted to say thanks. Sue and Dave',
  'We are at your service 24/7. Done on 10/10/2026',
  'Save our number before you go. We are in the office all day',
  'Call our office at the front desk',
  'The screen on our tablet model is fixed. Thanks',
  'Our team says thank you',
  'No draw-backs with us',
  'Your credit card was charged',
])('but not of %j', (template) => {
  expect(checkTemplate(template, { businessName: OWN })).toEqual({ ok: true, warnings: [] })
})

describe('a first name that begins the name of the business', () => {
  test.each([
    ["Please mention Dave's Plumbing", "Dave's Plumbing", 0],
    ['Please mention Coastal Plumbing', 'Coastal Plumbing & Gas', 0],
    ['Please mention Dave', "Dave's Plumbing", 1],
    ['Please mention Whitlock', 'Whitlock', 0],
    ['Please mention Whitlock', '', 1],
  ])('%j of %j: %i warnings', (template, name, count) => {
    expect(doubtsOf(template, name)).toHaveLength(count)
  })
})
