import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeText, DEFAULT_TEMPLATE } from './text-rules.ts'

const link = 'https://rvw.to/r/a1B2c3D4'

describe('the way out of a one-way sender is a link, and the text asks for no reply', () => {
  const url = 'https://rvw.to/o/a1B2c3D4'
  const oneWay = (template: string, firstName: string | undefined = 'Sam') =>
    composeText({
      template,
      firstName,
      businessName: 'Coastal',
      reviewLink: link,
      optOut: { kind: 'link', url },
    })
      .body.replace(link, '<link>')
      .replace(url, '<out>')

  test.each([
    [DEFAULT_TEMPLATE, /\? <link> Opt out: <out>$/],
    ['Hi {reviewLink} Reply STOP to opt out', /^Hi <link> Opt out: <out>$/],
    ['Thanks! {reviewLink} Reply STOP to opt out.', /^Thanks! <link> Opt out: <out>$/],
    ['Thanks! Reply STOP to opt out', /^Thanks! <link> Opt out: <out>$/],
    ['Thanks {firstName}. To opt out, reply STOP.', /^Thanks Sam. <link> Opt out: <out>$/],
    [
      'Thanks. If you don’t want our texts, please text “STOP” back. Cheers',
      /^Thanks\. Cheers <link> Opt out: <out>$/,
    ],
    ['Thanks (reply with stop to unsubscribe) {reviewLink}', /^Thanks <link> Opt out: <out>$/],
    ['Opt-out? Text STOP to 0480 000 111. Thanks {reviewLink}', /^Thanks <link> Opt out: <out>$/],
    ['STOP to opt out. Thanks {reviewLink}', /^Thanks <link> Opt out: <out>$/],
    ['Thanks {reviewLink} STOP=opt out', /^Thanks <link> Opt out: <out>$/],
    ['Thanks, reply STOP to opt out or visit {reviewLink} - Dave', /^Thanks <link> - Dave\. Opt out: <out>$/],
    ['Reply STOP', /^<link> Opt out: <out>$/],
    ['Reply Reply STOP STOP', /^<link> Opt out: <out>$/],
    ['Text us to stop by! {reviewLink}', /^Text us to stop by! <link> Opt out: <out>$/],
    [
      "We don't stop! Reply if you like. {reviewLink}",
      /^We don't stop! Reply if you like\. <link> Opt out: <out>$/,
    ],
    [
      '{reviewLink} Please stop to leave us a review',
      /^<link> Please stop to leave us a review\. Opt out: <out>$/,
    ],
  ])('%s', (template, body) => {
    expect(oneWay(template)).toMatch(body)
  })

  test('within a moment, however often the words begin', () => {
    const template = `${'to stop if you rather '.repeat(8)}. Text STOP`
    expect(oneWay(template)).not.toContain('Text')
  })

  test('in whatever order the owner wrote it, and without whom it names', () => {
    const words =
      'Reply|text us|send|STOP|"stop"|to opt out|with|the word|if you do not want more|please|or|Thanks|.|,|(|)|-|\n'
    const piece = fc.constantFrom(...words.split('|'), '{firstName}', '{reviewLink}')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.constantFrom('Sam', ''), (pieces, firstName) => {
        const body = oneWay(pieces.join(' '), firstName)
        expect(body).not.toMatch(/\b(reply|text|send)( us)?( with)?( the word)? ["']?stop\b/i)
        expect(body).toMatch(/<link>(.|\n)*Opt out: <out>$/)
      }),
      { numRuns: 2000 },
    )
  })
})
