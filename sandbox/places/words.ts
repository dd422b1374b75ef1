/** Places that exist with streets and businesses that do not. */
export type Region = {
  country: 'AU' | 'NZ' | 'GB' | 'US' | 'IE' | 'CA'
  countryName: string
  timeZone: string
  /** Suburb, state, first digits of its postcode. */
  suburbs: [suburb: string, state: string, postcode: string, latitude: number, longitude: number][]
  streets: string[]
  company: string
}

export const REGIONS: Region[] = [
  {
    country: 'AU',
    countryName: 'Australia',
    timeZone: 'Australia/Perth',
    suburbs: [
      ['Fremantle', 'WA', '6160', -32.056, 115.747],
      ['Cottesloe', 'WA', '6011', -31.995, 115.76],
      ['Subiaco', 'WA', '6008', -31.949, 115.827],
      ['Marrickville', 'NSW', '2204', -33.911, 151.155],
      ['Newtown', 'NSW', '2042', -33.898, 151.179],
      ['Brunswick', 'VIC', '3056', -37.767, 144.96],
      ['Fitzroy', 'VIC', '3065', -37.798, 144.978],
      ['Paddington', 'QLD', '4064', -27.46, 152.999],
      ['Glenelg', 'SA', '5045', -34.98, 138.515],
      ['Sandy Bay', 'TAS', '7005', -42.9, 147.33],
    ],
    streets: ['Harbour St', 'Wattle Rd', 'Station St', 'Banksia Ave', 'High St', 'Kurrajong Way'],
    company: 'Pty Ltd',
  },
  {
    country: 'NZ',
    countryName: 'New Zealand',
    timeZone: 'Pacific/Auckland',
    suburbs: [
      ['Ponsonby', 'Auckland', '1011', -36.855, 174.742],
      ['Newtown', 'Wellington', '6021', -41.311, 174.779],
      ['Petone', 'Lower Hutt', '5012', -41.227, 174.87],
      ['Riccarton', 'Christchurch', '8011', -43.53, 172.598],
      ['Ōhope', 'Bay of Plenty', '3121', -37.964, 177.037],
      ['Taupō', 'Waikato', '3330', -38.686, 176.07],
    ],
    streets: ['Rātā Street', 'Cuba Street', 'Kōwhai Avenue', 'Marine Parade', 'Tōtara Road'],
    company: 'Ltd',
  },
  {
    country: 'GB',
    countryName: 'UK',
    timeZone: 'Europe/London',
    suburbs: [
      ['Bristol', '', 'BS6 5JQ', 51.465, -2.595],
      ['Leeds', '', 'LS6 3HN', 53.819, -1.568],
      ['Brighton', '', 'BN2 1TW', 50.82, -0.131],
      ['Glasgow', '', 'G12 8QX', 55.874, -4.29],
      ['Cardiff', '', 'CF11 9LJ', 51.479, -3.196],
      ['York', '', 'YO31 7RE', 53.967, -1.071],
    ],
    streets: ["St Mary's Road", 'Chapel Lane', 'Victoria Road', 'Mill Hill', 'The Parade'],
    company: 'Limited',
  },
  {
    country: 'US',
    countryName: 'USA',
    timeZone: 'America/Chicago',
    suburbs: [
      ['Austin', 'TX', '78704', 30.244, -97.764],
      ['Portland', 'OR', '97214', 45.513, -122.643],
      ['Asheville', 'NC', '28806', 35.572, -82.601],
      ['Madison', 'WI', '53703', 43.077, -89.384],
      ['Savannah', 'GA', '31401', 32.075, -81.09],
      ['Boulder', 'CO', '80304', 40.043, -105.281],
    ],
    streets: ['Maple Ave', 'Oak Street', 'S Congress Ave', 'Riverside Dr', '2nd Street'],
    company: 'LLC',
  },
]

/** Where one business each is, and where mobiles have no price unless one is set. */
export const ABROAD: Region[] = [
  {
    country: 'IE',
    countryName: 'Ireland',
    timeZone: 'Europe/Dublin',
    suburbs: [['Cork', '', 'T12 W8KP', 51.898, -8.473]],
    streets: ['Washington Street'],
    company: 'Ltd',
  },
  {
    country: 'CA',
    countryName: 'Canada',
    timeZone: 'America/Toronto',
    suburbs: [['Gatineau', 'QC', 'J8X 2K1', 45.429, -75.713]],
    streets: ['Rue Eddy'],
    company: 'Inc',
  },
]

/** What a business does, how it calls that, and Google's type for it. */
export const TRADES: { words: string[]; type: string; travels: boolean }[] = [
  { words: ['Electrical', 'Electrics'], type: 'electrician', travels: true },
  { words: ['Plumbing', 'Plumbing & Gas'], type: 'plumber', travels: true },
  { words: ['Painting', 'Painters'], type: 'painter', travels: true },
  { words: ['Roofing', 'Roof Repairs'], type: 'roofing_contractor', travels: true },
  { words: ['Locksmiths', 'Lock & Key'], type: 'locksmith', travels: true },
  { words: ['Building', 'Carpentry'], type: 'general_contractor', travels: true },
  { words: ['Cleaning', 'Window Cleaning'], type: 'service', travels: true },
  { words: ['Gardens', 'Lawns & Hedges'], type: 'service', travels: true },
  { words: ['Physiotherapy', 'Physio'], type: 'physiotherapist', travels: false },
  { words: ['Dental', 'Dental Care'], type: 'dental_clinic', travels: false },
  { words: ['Hair Studio', 'Barbers'], type: 'hair_salon', travels: false },
  { words: ['Auto Repairs', 'Motors'], type: 'car_repair', travels: false },
  { words: ['Accounting', 'Bookkeeping'], type: 'accounting', travels: false },
  { words: ['Vets', 'Veterinary Clinic'], type: 'veterinary_care', travels: false },
]

export const SURNAMES = [
  'Abbott',
  'Barlow',
  'Castellan',
  'Dunmore',
  'Eastley',
  'Fairweather',
  'Garrick',
  'Holloway',
  'Ingleby',
  'Jarrah',
  'Kendrick',
  'Lockyer',
  'Mahoney',
  'Northcote',
  "O'Dowd",
  'Pemberton',
  'Quillan',
  'Rosewarne',
  'Sandhu',
  'Thackeray',
  'Underwood',
  'Venables',
  'Winslow',
  'Yarrow',
]

export const FIRST_NAMES = ['Alice', 'Bruno', 'Cleo', 'Dev', 'Edie', 'Frankie', 'Gus', 'Hana', 'Ivo', 'June']

export const QUALITIES = [
  'Bright',
  'Straight',
  'Tidy',
  'True North',
  'Golden Hour',
  'Level',
  'Corner',
  'Sunday',
]
