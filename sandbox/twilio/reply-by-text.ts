import { answerWords, callWebhook } from './call-webhook.ts'
import { inboundParameters } from './model/webhook-parameters.ts'
import { handlesStop, senderToReplyTo } from './senders.ts'
import type { Text, TwilioWorld } from './world.ts'
import { writeText } from './write-text.ts'

const STOP_WORDS = ['stop', 'unsubscribe', 'end', 'quit', 'stopall', 'revoke', 'optout', 'cancel']
const START_WORDS = ['start', 'yes', 'unstop']

/**
 * A customer replies by text, to this number of ours or to the one that texted last. Twilio acts on STOP and START
 * itself, though not where it comes to a bare short code, and calls the product's webhook in any case.
 */
export const replyByText = async (
  world: TwilioWorld,
  phone: string,
  body: string,
  to?: string,
): Promise<Text> => {
  const { number: our, serviceSid, block } = senderToReplyTo(world, phone, to)
  const sentAt = world.now().getTime()
  const wanted = { direction: 'inbound', from: phone, to: our, body, status: 'received', sentAt } as const
  const text = writeText(world, wanted)
  for (const one of world.texts.values()) if (one.to === phone) one.isRead = true
  const word = body.trim().toLowerCase()
  const isStop = STOP_WORDS.includes(word) && handlesStop(our, serviceSid)
  const isStart = START_WORDS.includes(word) && world.blocked.has(block)
  if (isStop) world.blocked.add(block)
  if (isStart) world.blocked.delete(block)

  const { accountSid } = world.settings
  const answer = await callWebhook(
    world,
    world.inboundUrl(),
    inboundParameters(accountSid, { ...text, serviceSid }),
  )
  const isGood = 'status' in answer && answer.status < 300
  world.wire.note({
    who: 'you',
    what: `Reply "${body}" from ${phone} → ${answerWords(answer)}`,
    went: isGood ? 'well' : 'badly',
  })
  const own = isStop ? STOPPED : isStart ? STARTED : undefined
  const asked = isGood ? messagesIn(answer.body) : []
  for (const words of own ? [own, ...asked] : asked) writeAnswer(world, our, phone, words)
  return text
}

const STOPPED =
  'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.'
const STARTED =
  'You have successfully been re-subscribed to messages from this number. Reply STOP to unsubscribe.'

const writeAnswer = (world: TwilioWorld, from: string, to: string, body: string): void => {
  const sentAt = world.now().getTime()
  writeText(world, { direction: 'outbound-reply', from, to, body, status: 'delivered', sentAt })
}

/** The texts that a TwiML answer asks for. */
const messagesIn = (twiml: string): string[] =>
  [...twiml.matchAll(/<Message>(?:<Body>)?([^<]+)/g)].map(([, words]) => words!.trim())
