import { describe, expect, test } from 'vitest'
import { meaningOfInbound } from './inbound-rules.ts'

describe('a reaction to our text, and a reply that quotes it, is no refusal', () => {
  const ours =
    'Hi Sam, thanks for choosing Coastal Plumbing. Could you leave us a quick Google review? https://rvw.to/r/a1B2c3D4 Reply STOP to opt out'

  test.each([
    `Loved “${ours}”`,
    `Liked “${ours}”`,
    `Disliked “${ours}”`,
    `Laughed at “${ours}”`,
    `Emphasized “${ours}”`,
    `Emphasised “${ours}”`,
    `Questioned “${ours}”`,
    `Liked "${ours}"`,
    `Loved '${ours.replace('Hi', 'We’re done')}'`,
    `LIKED “${ours}”`,
    `Removed a heart from “${ours}”`,
    `Removed a like from “${ours}”`,
    `Removed an exclamation from “${ours}”`,
    `Removed a question mark from “${ours}”`,
    `Reacted 👍 to “${ours}”`,
    `Reacted ❤️ to "${ours}"`,
    `Reacted to “${ours}” with 👍`,
    `Reacted with a sticker to “${ours}”`,
    `Removed 👍 from “${ours}”`,
    `👍 to “${ours}”`,
    `❤️ to “ ${ours} ”`,
    `\u200a😂\u200a to \u200a“\u200a${ours}\u200a”\u200a`,
    `\u200b👍🏽\u200b to “${ours}”`,
    `👩‍👩‍👧 to “${ours}”`,
    `Loved “${ours.replace('?', '?\n').replace('Reply', '\nReply')}”`,
    `Liked “${ours.replace('Reply STOP to opt out', 'Text "STOP" to unsubscribe')}”`,
    `Liked "${ours.replace('Reply STOP to opt out', 'Text "STOP" to unsubscribe')}"`,
    'Loved “482913 is your Goodword code, for 10 minutes. If you did not ask for it, ignore this text. Reply STOP to opt out”',
    'Liked “You have successfully been re-subscribed to messages from this number. Reply STOP to unsubscribe.”',
    `Loved “${ours}`,
    `Loved “${ours.slice(0, -4)}`,
    `Loved “${ours.replace('Reply STOP to opt out', 'Don’t want these texts? Reply S')}`,
    `Liked "${ours.slice(0, -12)}…`,
    `❤️ to “ ${ours}`,
    `Loved “${ours.replace('Hi Sam', 'We don’t text often and never send you spam')}`,
    `Liked "${ours.replace('Reply STOP to opt out', '- Dave. Opt out: https://rvw.to/o/a1B2c3D4')}`,
    `Liked “${ours.replace('Reply', 'No more texts from us? Reply')}”`,
    `Loved “${ours.replace('Could', 'To opt out, reply STOP. Could').slice(0, 70)}`,
    `A aimé « ${ours} »`,
    `Le gustó “${ours}”`,
    `Gefällt „${ours}“`,
    `Gefällt „${ours}”`,
    `Hat mit ❤️ auf »${ours}« reagiert`,
    `A aimé « ${ours}`,
    `"${ours}" - done, five stars!`,
    `You sent me “${ours}” but I left one last week`,
    `Who are you? ‘${ours}’`,
    `“${ours}”`,
  ])('%j', (body) => {
    expect(meaningOfInbound(body)).toBe('other')
  })

  test.each([
    '“Stop”',
    '«STOP»',
    '„Stop“',
    "'stop'",
    'STOP - "annoying"',
    'I said "stop"',
    'Please "STOP" texting me',
    '“Stop texting me”',
    '“I wrote STOP to opt out three times already, leave me alone”',
    '“Reply STOP to opt out” STOP',
    'You said "Reply STOP to opt out" so STOP',
    `STOP "${ours}"`,
    `"${ours}" STOP`,
    `“${ours}” please stop texting me`,
    `“${ours}\nSTOP`,
    `Disliked “${ours}” Stop`,
    `Liked “your work” but please stop texting me`,
    'Loved "the work" but STOP texting "mate"',
    'Loved “the work. Now stop texting me',
    'Loved “the work you did on our kitchen. Now stop texting me',
    'Disliked “being texted, please stop texting me”',
    'Disliked “being texted by you”. Stop “texting me”',
    'Liked "the job. I wrote STOP to opt out, leave me alone"',
    `Loved “${ours}. And stop texting my wife`,
    'Liked the job. "Unsubscribe me"',
    `"Sam" stop texting me. "${ours}"`,
    'Reply STOP to opt out',
  ])('but %j is one', (body) => {
    expect(meaningOfInbound(body)).toBe('stop')
  })

  test('within a moment, whatever marks it is made of', () => {
    for (const mark of [
      '"',
      '“',
      '„',
      "'",
      '«',
      'Removed ',
      'Reacted to ',
      '👍 to “',
      'https:// reply stop "',
    ])
      expect(meaningOfInbound(mark.repeat(1600))).toBeDefined()
  })
})
