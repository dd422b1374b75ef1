import { site } from './site.ts'

/** Made up, one in each of some countries. */
export const SANDBOX_PLACES = [
  'Okoye Plumbing',
  'Parata Painting',
  "O'Neill Gardens",
  'Bell Roofing',
  'Byrne Electrical',
]

/** What to try where a search for a business at Google finds nothing. */
export const PLACE_HINTS = [
  'Write the name as it stands on Google Maps, and add the suburb or town.',
  ...(site.isSandbox
    ? [
        `Unless it has a Google key, the sandbox finds made-up businesses only. Try ${SANDBOX_PLACES.slice(0, -1).join(', ')} or ${SANDBOX_PLACES.at(-1)}.`,
      ]
    : [
        'A business that is not on Google Maps needs a Business Profile there first, which Google gives for free.',
      ]),
]
