import type { FastifyInstance } from 'fastify'
import type { Memory } from '../snapshot.ts'
import { twilioMessages } from './message-routes.ts'
import { followText } from './report-status.ts'
import { blockOf, isBlocked, oneWaySenderOf } from './senders.ts'
import { replyByText } from './reply-by-text.ts'
import type { NumberSettings, Text, Timing, TwilioSettings, TwilioWorld } from './world.ts'

type Surroundings = Pick<TwilioWorld, 'publicUrl' | 'faults' | 'timers' | 'wire' | 'now'>

export type TwilioControl = ReturnType<typeof createTwilioStandIn>['control']

/** Twilio and the phone network behind it. */
export const createTwilioStandIn = (
  settings: TwilioSettings,
  surroundings: Surroundings,
  { timing }: { timing: Timing },
) => {
  const usual = () => `${surroundings.publicUrl()}/webhooks/twilio/inbound#rc=5&rp=all`
  let inboundUrl: string | undefined
  const world: TwilioWorld = {
    ...surroundings,
    settings,
    timing,
    inboundUrl: () => inboundUrl ?? usual(),
    numbers: new Map(),
    redactsBodies: false,
    texts: new Map(),
    blocked: new Set(),
  }

  return {
    control: {
      /** Oldest first; those to one number when it is given. Only what the product sent. */
      sent: (to?: string): Text[] =>
        [...world.texts.values()].filter(
          (text) => text.direction === 'outbound-api' && (to === undefined || text.to === to),
        ),
      /** Everything on one phone, both ways, oldest first. */
      conversation: (phone: string): Text[] =>
        [...world.texts.values()].filter((text) => text.to === phone || text.from === phone),
      texts: () => [...world.texts.values()],
      reply: (phone: string, body: string, to?: string): Promise<Text> => replyByText(world, phone, body, to),
      read: (phone: string): void => {
        for (const text of world.texts.values()) if (text.to === phone) text.isRead = true
        world.wire.changed()
      },
      /** Sets the address of texts that come in; undefined is the one that doctor asks for. */
      setInboundUrl: (url: string | undefined): void => {
        inboundUrl = url
      },
      /** Sets what one number of the account has and does; undefined is as usual. */
      setNumber: (number: string, settings: NumberSettings | undefined): void => {
        if (settings) world.numbers.set(number, settings)
        else world.numbers.delete(number)
      },
      /** Switches the account's message redaction for bodies. */
      redactBodies: (on: boolean): void => {
        world.redactsBodies = on
      },
      isBlocked: (phone: string): boolean => isBlocked(world, phone),
      /** The name that texted this phone last, where it cannot be replied to. */
      oneWaySender: (phone: string): string | undefined => oneWaySenderOf(world, phone),
    },
    memories: [memoryOf(world)],
    routes: async (app: FastifyInstance) => {
      await app.register(twilioMessages(world), { prefix: '/twilio' })
    },
    reset: () => {
      world.texts.clear()
      world.redactsBodies = false
      world.numbers.clear()
      inboundUrl = undefined
      world.blocked.clear()
    },
  }
}

const memoryOf = (world: TwilioWorld): Memory => ({
  name: 'twilio',
  save: () => ({ texts: [...world.texts.values()], blocked: [...world.blocked] }),
  load: (saved) => {
    const { texts, blocked } = saved as { texts: Text[]; blocked: string[] }
    // Before there were own numbers, a phone alone was kept.
    const { from, messagingServiceSid } = world.settings
    const shared = messagingServiceSid ?? from ?? ''
    for (const block of blocked) world.blocked.add(block.includes(' ') ? block : blockOf(block, shared))
    for (const text of texts) {
      world.texts.set(text.sid, text)
      // A text that was not sent yet when the sandbox stopped begins its statuses again.
      if (['accepted', 'queued'].includes(text.status)) void followText(world, text)
    }
  },
})
