import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meaningOfInbound } from './inbound-rules.ts'

describe('a customer who asks us to stop is opted out, in whatever words', () => {
  test.each([
    'STOP',
    'stop',
    'Stop.',
    ' STOP!!! ',
    '"STOP"',
    'Stop please',
    'pls stop',
    'Ok stop',
    'stop thanks',
    'STOP ALL',
    'stopall',
    'Stopp',
    'STPO',
    'S.T.O.P',
    'unsubscribe',
    'Unsubscribe me please',
    'UNSUB',
    'END',
    'Quit',
    'REVOKE',
    'OPTOUT',
    'Opt out',
    'opt-out',
    'CANCEL',
    'cancel please',
    'Please stop texting me',
    'please stop sending me these messages',
    'stop sending me this crap. Stop texting',
    'Stop messaging me!!',
    'Can you stop',
    'I’d like to unsubscribe from this',
    'unsubscribe me',
    'Remove me',
    'remove me from your list',
    'Please remove my number',
    'take me off your list mate',
    'delete my number',
    "don't text me again",
    'Don’t text me again',
    'dont message me',
    'Do not contact me again',
    'please do not send me any more texts',
    "Great job but please don't text me",
    'No more texts please',
    'no more of these messages',
    'I dont want to get these messages',
    'Leave me alone',
    'Not interested',
    'Wrong number',
    'Sorry mate wrong number, I never used you',
    'Who is this? How did you get my number?',
    'This is spam',
    'stop spamming me',
    'fuck off',
    'I said STOP and I meant it, thank you very much',
    'I want to opt out of these',
    'I revoke my consent',
    "Don't stop there: never text me again",
    'Never contact me',
    'quit texting me',
    'Sick of these texts',
    'how do i stop these messages',
    'Stop contacting my husband',
    'ＳＴＯＰ',
    'STOP\nSent from my iPhone',
    'Please stop. Thanks, Sam Green',
    'Stop\n\nKind regards\nJane',
    'Stop. Sent from Outlook for Android',
    'Stop\nJane Smith\n0412 345 678',
    'I want you to stop',
    'You need to stop',
    'I asked you to stop before',
    'Please stop this. I am not interested.',
    'Please stop this is annoying',
    'Stop. I already left a review',
    'Stop. Who are you?',
    'Stop, this is my work phone',
    'who is this? stop',
    'stop or i will report you',
    'Great job on the tap. Stop now.',
    'make it stop please',
    'I said please stop now',
    'un-subscribe',
    'UN SUBSCRIBE',
    'quit it',
    'I revoke',
    'cease and desist',
    'Please do not send further texts',
    'No further messages please',
    'no further contact',
    'I don’t wish to receive texts',
    'I am not interested',
    'no reviews please',
    'Stop at once!',
    'STOP AT ONCE',
    'Last one, stop',
    'Stop talking',
    'stop the noise',
    'Please stop in future',
    'I already left a review, stop',
  ])('%j', (body) => {
    expect(meaningOfInbound(body)).toBe('stop')
  })
})

describe('a customer who only talks is not cut off', () => {
  test.each([
    '',
    'Thanks!',
    'Yes',
    'Yes please',
    'No',
    'No worries, done',
    'Done, great job mate',
    "Don't stop, great work",
    'dont stop what you are doing, best plumber in town',
    'Never stop being awesome',
    'Please stop by again next time you are around, we have another job for you',
    'Will do. Could you stop by on Tuesday to look at the other tap?',
    'The leak did not stop after you left, can somebody come back today please',
    'You guys are non-stop awesome, happy to leave a review for you',
    'The bus stop in front of our house is where you parked, all good though',
    'Can you cancel my appointment on Friday please',
    'Please send the invoice to my accountant by the end of the month',
    'I would not quit my day job haha, but happy to help with a review',
    'The job was finished by the end of the day. Thank you so much!',
    'Can you remove the old tank when you come next?',
    'I dont text much but you did a great job',
    'I never message anyone but wanted to say thanks for everything',
    "Sorry I don't have Google",
    'How do I start?',
    'Who is this?',
    'help',
    'You didnt send me the receipt',
    'The tap wont stop dripping since you left mate, please call me',
    'Stop by any time! You are always welcome here.',
    'Could somebody stop in tomorrow? The other tap drips as well.',
    'You got the tap to stop. Brilliant.',
    'Thanks, you got the leak in the shower to stop.',
    'Now I can stop worrying about the hot water, thank you!',
    'The alarm wouldn’t stop until Dave came, thanks so much',
    'Glad you could stop for a cuppa',
    'Other plumbers were not interested in such a small job, you came the same day. Thanks!',
    'All fixed, I have no further requests. Thank you!',
    'No further contact needed, great job',
    'Burst pipes? No more! Thanks, Sam',
    'Something came up on Friday. Please cancel. Thanks',
    'How do I stop the water when it bursts again',
    'Where is the stop valve? I cannot find it.',
    'One stop shop, everything done in a day',
    'You made the fan stop rattling, thank you',
    'Will it stop leaking once it is sealed?',
    'No more leaks. Thank you!',
    'The end result is great. No complaints.',
    'I see no reviews on your page yet, mine is the first',
  ])('%j', (body) => {
    expect(meaningOfInbound(body)).toBe('other')
  })
})

test.each(['START', 'start', 'Unstop', 'Start again', 'please start', 'resubscribe', 'opt in', 'SUBSCRIBE'])(
  'a customer opts in again with %j',
  (body) => {
    expect(meaningOfInbound(body)).toBe('start')
  },
)

test('what the gateway understood takes precedence over our own reading', () => {
  expect(meaningOfInbound('ARRETER', 'STOP')).toBe('stop')
  expect(meaningOfInbound('YES', 'START')).toBe('start')
  expect(meaningOfInbound('HELP', 'HELP')).toBe('other')
  expect(meaningOfInbound('stop', 'HELP')).toBe('stop')
  expect(meaningOfInbound('STOP', undefined)).toBe('stop')
})

test('the stop word counts in any capitals and among any punctuation', () => {
  const word = fc.constantFrom(
    'stop',
    'STOP',
    'unsubscribe',
    'end',
    'quit',
    'cancel',
    'optout',
    'revoke',
    'stopall',
  )
  const around = fc.stringMatching(/^[ .,!?"'\-\n()]{0,6}$/)
  fc.assert(
    fc.property(word, around, around, fc.boolean(), (stop, before, after, isLoud) => {
      expect(meaningOfInbound(before + (isLoud ? stop.toUpperCase() : stop) + after)).toBe('stop')
    }),
  )
})

test('any bytes that a customer sends have a meaning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.option(fc.string(), { nil: undefined }), (body, type) => {
      expect(['stop', 'start', 'other']).toContain(meaningOfInbound(body, type))
    }),
  )
})
