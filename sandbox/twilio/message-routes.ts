import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { followText } from './report-status.ts'
import { numbersOf } from './senders.ts'
import { takeText, type SendForm } from './send-text.ts'
import { errorAnswer } from './model/error-answer.ts'
import { listNumbers } from './model/list-numbers.ts'
import { listTexts, type ListQuery } from './model/list-texts.ts'
import { textAnswer } from './model/text-answer.ts'
import type { Text, TwilioWorld } from './world.ts'

/** `api.twilio.com`: the Messages resource of one account. */
export const twilioMessages = (world: TwilioWorld) => async (app: FastifyInstance) => {
  app.addHook('preHandler', async (request, reply) => {
    const { accountSid } = request.params as { accountSid?: string }
    if (!isAllowed(world, request) || accountSid?.replace('.json', '') !== world.settings.accountSid) {
      return refuse(reply, 401, 20003, 'Authenticate')
    }
    return undefined
  })

  app.get('/2010-04-01/Accounts/:accountSid', async () => ({
    sid: world.settings.accountSid,
    friendly_name: 'Sandbox',
    status: 'active',
    type: 'Full',
  }))

  app.get<{ Querystring: { PhoneNumber?: string } }>(
    '/2010-04-01/Accounts/:accountSid/IncomingPhoneNumbers.json',
    async (request) => {
      const { PhoneNumber: asked } = request.query
      const numbers = numbersOf(world.settings).filter((one) => asked === undefined || one === asked)
      return listNumbers(
        world.settings.accountSid,
        numbers.map((phoneNumber) => ({
          phoneNumber,
          smsUrl: world.inboundUrl(),
          ...world.numbers.get(phoneNumber),
        })),
      )
    },
  )

  app.post<{ Body: SendForm }>('/2010-04-01/Accounts/:accountSid/Messages.json', async (request, reply) =>
    send(world, request.body ?? {}, reply),
  )

  app.get<{ Querystring: ListQuery }>('/2010-04-01/Accounts/:accountSid/Messages.json', async (request) =>
    listTexts(
      world.settings.accountSid,
      [...world.texts.values()].toReversed().map((text) => redacted(world, text)),
      request.query,
    ),
  )

  app.get<{ Params: { sid: string } }>(
    '/2010-04-01/Accounts/:accountSid/Messages/:sid',
    async (request, reply) => {
      const text = world.texts.get(request.params.sid.replace('.json', ''))
      const { pathname } = new URL(request.url, 'http://sandbox')
      return text
        ? textAnswer(world.settings.accountSid, redacted(world, text))
        : refuse(reply, 404, 20404, `The requested resource ${pathname} was not found`)
    },
  )
}

const send = async (world: TwilioWorld, form: SendForm, reply: FastifyReply) => {
  const { faults, timers, wire } = world
  const to = form.To ?? 'no number'
  const slow = faults.strike('twilioSlow')
  if (slow) await timers.pause(slow.ms)
  if (faults.strike('twilio429')) {
    wire.note({ who: 'twilio', what: `Text to ${to} refused: too many requests`, went: 'fault' })
    return refuse(reply, 429, 20429, 'Too Many Requests')
  }
  if (faults.strike('twilio5xx')) {
    wire.note({ who: 'twilio', what: `Text to ${to} not taken: 503`, went: 'fault' })
    return refuse(reply, 503, 20503, 'Service unavailable')
  }
  const unheard = faults.strike('twilioTimeoutBeforeAccept')
  if (unheard) {
    wire.note({ who: 'twilio', what: `Text to ${to} not taken, and no answer`, went: 'fault' })
    return hangUp(world, reply, unheard.ms)
  }

  const taken = takeText(world, form)
  if ('code' in taken) {
    wire.note({ who: 'twilio', what: `Text to ${to} refused: ${taken.code} ${taken.message}`, went: 'badly' })
    return refuse(reply, 400, taken.code, taken.message)
  }
  const answer = textAnswer(world.settings.accountSid, taken)
  return answerTaken(world, taken, answer, reply)
}

const answerTaken = async (
  world: TwilioWorld,
  taken: Text,
  answer: ReturnType<typeof textAnswer>,
  reply: FastifyReply,
) => {
  const { faults, wire } = world
  wire.note({ who: 'twilio', what: `Text to ${taken.to} taken (${segmentWords(taken)})` })
  const reported = followText(world, taken)
  const unanswered = faults.strike('twilioTimeoutAfterAccept')
  if (unanswered) {
    wire.note({
      who: 'twilio',
      what: `No answer about the text to ${taken.to}, though it was taken`,
      went: 'fault',
    })
    return hangUp(world, reply, unanswered.ms)
  }
  if (faults.strike('twilio5xxAfterAccept')) {
    wire.note({
      who: 'twilio',
      what: `Answered 500 about the text to ${taken.to}, though it was taken`,
      went: 'fault',
    })
    return refuse(reply, 500, 20500, 'Internal Server Error')
  }
  if (faults.strike('callbackEarly')) await reported
  return reply.code(201).send(answer)
}

/** Never answers: the connection stays open until the caller closes it, or is dropped after `ms`. */
const hangUp = async (world: TwilioWorld, reply: FastifyReply, ms: number) => {
  reply.hijack()
  await world.timers.pause(ms)
  reply.raw.destroy()
  return reply
}

const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
  reply.code(status).send(errorAnswer(status, code, message))

const isAllowed = ({ settings }: TwilioWorld, request: FastifyRequest): boolean => {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic') return false
  const given = Buffer.from(encoded, 'base64').toString('utf8')
  const digests = [given, `${settings.accountSid}:${settings.authToken}`].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  return timingSafeEqual(digests[0]!, digests[1]!)
}

/** https://www.twilio.com/docs/messaging/guides/privacy-message-redaction */
const redacted = ({ redactsBodies }: TwilioWorld, text: Text): Text =>
  redactsBodies ? { ...text, body: '' } : text

const segmentWords = ({ segments }: Text): string => (segments === 1 ? '1 segment' : `${segments} segments`)
