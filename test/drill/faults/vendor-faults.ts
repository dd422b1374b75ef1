import { setTimeout as pause } from 'node:timers/promises'
import type { Hanging } from '../../../bench/upstream/faults.ts'
import { askOidc, askPlaces, askStripe, mailOwners } from './ask-vendors.ts'
import { MANNERS, type Fault } from './fault.ts'
import type { Scene } from './scene.ts'
import { watchSweeps } from './watch-sweeps.ts'

const SECONDS = 20
const RATE = 10
/** Of texts, so that there is something to look for. */
const UNANSWERED = 0.05

/** Xero and the gateway, whom the main job itself needs. */
const upstreamHangs = (hanging: Hanging, words: string, more: Partial<Fault> = {}): Fault => ({
  name: hanging,
  words,
  rate: RATE,
  seconds: SECONDS,
  ...more,
  strike: async (scene, seconds) => {
    const sweeps = hanging === 'xero' ? undefined : await watchSweeps(scene)
    await scene.rig.upstream.setFaults({ ...MANNERS, ...more.upstream, hanging })
    await pause(seconds * 1000)
    await scene.rig.upstream.setFaults({ ...MANNERS, ...more.upstream })
    return (await sweeps?.misses()) ?? []
  },
})

/** Those beside it. `ask` keeps them busy for as long as they hang, from doors and from jobs. */
const otherHangs = (
  name: string,
  words: string,
  door: 'web' | 'post',
  ask: (scene: Scene, isOver: () => boolean) => Promise<void>,
): Fault => ({
  name,
  words,
  rate: RATE,
  seconds: SECONDS,
  withSandbox: true,
  strike: async (scene, seconds) => {
    scene.vendors![door].hole()
    let isOver = false
    const asking = ask(scene, () => isOver)
    // Until it is waited for, below.
    asking.catch(() => undefined)
    const sweeps = await watchSweeps(scene)
    await pause(seconds * 1000)
    scene.vendors![door].openForNew()
    const misses = await sweeps.misses()
    isOver = true
    await asking
    return misses
  },
})

export const vendorFaults: Fault[] = [
  upstreamHangs('xero', 'Xero takes calls and does not answer', { stopsTexts: true, stopsSyncs: true }),
  upstreamHangs('twilio-send', 'the gateway takes texts and does not answer', { stopsTexts: true }),
  upstreamHangs('twilio-list', 'the gateway does not answer when it is asked for texts', {
    upstream: { timeoutAfterAccept: UNANSWERED },
  }),
  otherHangs('stripe', 'Stripe takes calls and does not answer', 'web', askStripe),
  otherHangs('smtp', 'the mail server takes connections and says nothing', 'post', mailOwners),
  otherHangs('places', 'Google Places takes calls and does not answer', 'web', askPlaces),
  otherHangs('oidc', 'the sign-in takes calls and does not answer', 'web', askOidc),
]
