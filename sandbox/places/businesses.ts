import { createHash } from 'node:crypto'
import { ABROAD, FIRST_NAMES, QUALITIES, REGIONS, SURNAMES, TRADES, type Region } from './words.ts'

export type Business = {
  id: string
  name: string
  region: Region
  suburb: Region['suburbs'][number]
  /** Undefined for one that has no premises of its own. */
  street: string | undefined
  type: string
  rating: number | undefined
  ratings: number
  status: 'OPERATIONAL' | 'CLOSED_TEMPORARILY' | 'CLOSED_PERMANENTLY'
  movedTo: string | undefined
}

/** The demo owner's own business. */
export const DEMO_BUSINESS = {
  name: 'Whitlock Electrical',
  suburb: 'Fremantle',
  address: '14 Harbour St, Fremantle WA 6160, Australia',
}

/** That of the owner whose texts wait for their turn. */
export const BUSY_BUSINESS = {
  name: 'Carrick Roofing',
  suburb: 'Fremantle',
  address: '3 Ridge Lane, Fremantle WA 6160, Australia',
}

/** That of the owner who is asked before a text goes. */
export const ASKED_BUSINESS = {
  name: 'Fenwick Tiling',
  suburb: 'Fremantle',
  address: '9 Slip St, Fremantle WA 6160, Australia',
}

/** An id in Google's form, always the same for the same words. */
export const placeIdOf = (name: string, suburb: string): string =>
  `ChIJ${createHash('sha256').update(`${name}\n${suburb}`).digest('base64url').slice(0, 23)}`

/** A few hundred businesses, always the same. Some names have accents, apostrophes or many namesakes. */
export const makeBusinesses = (): Business[] => {
  const businesses = new Map<string, Business>()
  for (const business of [...oddOnes(), ...REGIONS.flatMap(plainOnes)])
    if (!businesses.has(business.id)) businesses.set(business.id, business)
  return [...businesses.values()]
}

const PLAIN_PER_REGION = 80

const plainOnes = (region: Region): Business[] =>
  Array.from({ length: PLAIN_PER_REGION }, (_, index) => {
    const pick = picker(`${region.country}${index}`)
    const trade = pick.one(TRADES)
    const suburb = pick.one(region.suburbs)
    const what = pick.one(trade.words)
    const surname = pick.one(SURNAMES)
    const name = pick.one([
      `${surname} ${what}`,
      `${surname} & Daughters ${what}`,
      `${suburb[0]} ${what}`,
      `${pick.one(FIRST_NAMES)}'s ${what}`,
      `${pick.one(QUALITIES)} ${what}`,
      `${surname} ${what} ${region.company}`,
    ])
    const hasPremises = !trade.travels || pick.below(3) > 0
    const hasRatings = pick.below(12) > 0
    return business(name, region, suburb, {
      type: trade.type,
      street: hasPremises ? `${1 + pick.below(180)} ${pick.one(region.streets)}` : undefined,
      rating: hasRatings ? (35 + pick.below(16)) / 10 : undefined,
      ratings: hasRatings ? 1 + pick.below(pick.below(10) === 0 ? 900 : 140) : 0,
      status: pick.one([
        ...Array<'OPERATIONAL'>(18).fill('OPERATIONAL'),
        'CLOSED_TEMPORARILY',
        'CLOSED_PERMANENTLY',
      ]),
    })
  })

const oddOnes = (): Business[] => {
  const [australia, newZealand, britain, america] = REGIONS as [Region, Region, Region, Region]
  const [ireland, canada] = ABROAD as [Region, Region]
  const at = (region: Region, suburb: string) => region.suburbs.find(([name]) => name === suburb)!
  const moved = placeIdOf('Lockyer & Sons Upholstery', 'Cottesloe')
  return [
    business(DEMO_BUSINESS.name, australia, at(australia, DEMO_BUSINESS.suburb), {
      type: 'electrician',
      street: '14 Harbour St',
      rating: 4.8,
      ratings: 63,
    }),
    business(BUSY_BUSINESS.name, australia, at(australia, BUSY_BUSINESS.suburb), {
      type: 'roofing_contractor',
      street: '3 Ridge Lane',
      rating: 4.6,
      ratings: 18,
    }),
    business(ASKED_BUSINESS.name, australia, at(australia, ASKED_BUSINESS.suburb), {
      type: 'general_contractor',
      street: '9 Slip St',
      rating: 4.9,
      ratings: 11,
    }),
    // Those of the people on the account chooser and of the organisations at the sandbox's Xero.
    business('Raman Plumbing', australia, at(australia, 'Marrickville'), { type: 'plumber' }),
    business('Okoye Plumbing', australia, at(australia, 'Subiaco'), {
      type: 'plumber',
      street: '22 Station St',
    }),
    business('Parata Painting', newZealand, at(newZealand, 'Petone'), {
      type: 'painter',
      street: '12 Cuba Street',
    }),
    business("O'Neill Gardens", britain, at(britain, 'Bristol'), {}),
    business('Bell Roofing', america, at(america, 'Austin'), {
      type: 'roofing_contractor',
      street: '410 Oak Street',
    }),
    business('Byrne Electrical', ireland, at(ireland, 'Cork'), {
      type: 'electrician',
      street: '8 Washington Street',
    }),
    business('Lachance Plomberie', canada, at(canada, 'Gatineau'), {
      type: 'plumber',
      street: '40 Rue Eddy',
    }),
    business('Kōwhai Home Cleaning', newZealand, at(newZealand, 'Ponsonby'), {}),
    business('Pennington Plumbing & Heating', britain, at(britain, 'Leeds'), {
      type: 'plumber',
      street: '33 Victoria Road',
    }),
    // One name in many suburbs.
    ...australia.suburbs.slice(0, 6).map((suburb, index) =>
      business('Kettle & Key Locksmiths', australia, suburb, {
        type: 'locksmith',
        street: `${index * 12 + 3} Station St`,
        rating: (41 + index) / 10,
        ratings: 40 + index,
      }),
    ),
    business('Ngāio Plumbing & Gasfitting', newZealand, at(newZealand, 'Newtown'), { type: 'plumber' }),
    business('Ōtautahi Roofing', newZealand, at(newZealand, 'Riccarton'), {
      type: 'roofing_contractor',
      street: '7 Tōtara Road',
    }),
    business("O'Brien's Painting & Decorating", britain, at(britain, 'Leeds'), { street: '2 Chapel Lane' }),
    business('D’Arcy’s Drains', australia, at(australia, 'Newtown'), { type: 'plumber' }),
    business(
      'Anderson, Blackwood, Castellan & Granddaughters Heritage Stonemasonry, Lime Plastering, Leadlight and ' +
        'Conservation Carpentry Specialists of the Inner West',
      australia,
      at(australia, 'Marrickville'),
      { type: 'general_contractor', street: 'Unit 4B, Rear of 118-120 Wattle Rd' },
    ),
    business('Fresh Start Cleaning', australia, at(australia, 'Subiaco'), { rating: undefined, ratings: 0 }),
    business('Señor Peña Tile & Stone', america, at(america, 'Austin'), { street: '900 S Congress Ave' }),
    business('A1', america, at(america, 'Portland'), { type: 'car_repair', street: '1 Oak Street' }),
    business('Sparkle ✨ Windows', britain, at(britain, 'Brighton'), {}),
    business('Closed For Good Bakery', britain, at(britain, 'York'), {
      type: 'bakery',
      street: '5 The Parade',
      status: 'CLOSED_PERMANENTLY',
    }),
    business('Harvest Break Cafe', newZealand, at(newZealand, 'Petone'), {
      type: 'cafe',
      street: '30 Marine Parade',
      status: 'CLOSED_TEMPORARILY',
    }),
    business('Lockyer & Sons Upholstery', australia, at(australia, 'Fremantle'), {
      street: '81 High St',
      status: 'CLOSED_PERMANENTLY',
      movedTo: moved,
    }),
    business('Lockyer & Sons Upholstery', australia, at(australia, 'Cottesloe'), { street: '9 Banksia Ave' }),
  ]
}

const business = (
  name: string,
  region: Region,
  suburb: Region['suburbs'][number],
  differs: Partial<Business>,
): Business => ({
  id: placeIdOf(name, suburb[0]),
  name,
  region,
  suburb,
  street: undefined,
  type: 'service',
  rating: (42 + (name.length % 8)) / 10,
  ratings: 3 + ((name.length * 7) % 90),
  status: 'OPERATIONAL',
  movedTo: undefined,
  ...differs,
})

/** Picks from lists, always the same for the same words. */
const picker = (words: string) => {
  let throws = 0
  const below = (most: number): number => {
    throws += 1
    return createHash('sha256').update(`${words}\n${throws}`).digest().readUInt32BE(0) % most
  }
  return { below, one: <Item>(items: Item[]): Item => items[below(items.length)]! }
}
