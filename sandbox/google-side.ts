import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Faults } from './faults.ts'
import { registerGoogle } from './google/register-google.ts'
import { registerPlaces, type PlacesControl } from './places/register-places.ts'
import type { Memory } from './snapshot.ts'
import type { Timers } from './timers.ts'
import type { Wire } from './wire.ts'

export type GoogleSettings = {
  /** The stand-in's own address; its path is where it is mounted. */
  issuer: string
  clientId: string
  clientSecret: string
  placesApiKey: string
}

export type GoogleSide = { places: PlacesControl; memories: Memory[]; reset: () => void }

type Surroundings = { publicUrl: () => string; faults: Faults; timers: Timers; wire: Wire }

/** Google's sign-in at `issuer`, and Google Places under `/places`. */
export const registerGoogleSide = (
  app: FastifyInstance,
  { placesApiKey, ...client }: GoogleSettings,
  { publicUrl, faults, timers, wire }: Surroundings,
): GoogleSide => {
  const toConsole = {
    note: (what: string, went: 'well' | 'badly' | 'fault' = 'well') =>
      wire.note({ who: 'google', what, went }),
    changed: wire.changed,
    strike: faults.strike,
    pause: timers.pause,
  }
  const google = registerGoogle(app, {
    ...client,
    redirectUris: () => [
      `${publicUrl()}/api/auth/google/callback`,
      `${publicUrl()}/api/operator/sign-in/callback`,
    ],
    ...toConsole,
  })
  const places = registerPlaces(app, { apiKey: placesApiKey, ...toConsole })

  return {
    places,
    memories: [
      google,
      { name: 'places', save: places.save, load: (saved) => places.load(savedPlaces.parse(saved)) },
    ],
    reset: () => {
      google.reset()
      places.reset()
    },
  }
}

const placeId = z.string().min(1)
const savedPlaces = z.object({
  vanished: z.array(placeId),
  moved: z.array(z.tuple([placeId, placeId])),
})
