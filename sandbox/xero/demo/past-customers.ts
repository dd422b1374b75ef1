import type { DemoCustomer } from './demo-customers.ts'

/** What the network did with their text; undefined where it was delivered. */
export type PastFate =
  | { kind: 'refused'; code: number }
  | { kind: 'fails'; code: number }
  | { kind: 'silent' }

export type PastCustomer = DemoCustomer & {
  fate?: PastFate
  /** Answered STOP. */
  stops?: boolean
  /** What the owner did with their text before it went. */
  owner?: 'held' | 'cancelled'
  /** The owner has excluded this customer from the start. */
  isExcluded?: boolean
  paysBy?: 'credit-note'
  /** What their invoice says that it is for. */
  reference?: string
  /** The option of the tracking category that its line has. */
  tracked?: (typeof WORK)[number]
  /** Else one of those that an electrician is called for. */
  job?: readonly [description: string, cents: number]
}

/** A contact group in Xero that the owner leaves out. */
export const EXCLUDED_GROUP = 'Trade accounts'
/** A word in a name that the owner never wants to text. */
export const EXCLUDED_WORD = 'Shire'
/** A word in the references of invoices for which the owner does not ask. */
export const INVOICE_WORD = 'insurance'
/** Below that the owner does not ask. */
export const SMALLEST_CENTS = 10_000
/** How the owner tracks what was done, in Xero's tracking category "Work". */
export const WORK = ['New installs', 'Repairs', 'Warranty'] as const
/** For that she does not ask. */
export const EXCLUDED_WORK = 'Warranty'

/**
 * Whose invoices Whitlock Electrical was paid in the last weeks, in the order in which they paid. None of them has an
 * open invoice, so that an invoice that is marked as paid today never meets their cooldown.
 */
export const pastCustomers = (): PastCustomer[] =>
  IN_ORDER.split('\n').map((name, index) => {
    const [first, last] = name.split(' ')
    const isPerson = !/[&’]|Club|Strata|Dental|Apartments|Shire|Café|Books|School|Motors/.test(name)
    const person = isPerson ? { first: first!, last: last!, email: mailOf(name) } : {}
    return { name, ...person, mobile: mobileOf(index), ...DIFFERS[name] }
  })

const IN_ORDER = `Alice Munday
Glenn Farrow
Megan Doyle
Hugo Santos
Betty Lindgren
Ruth Castellan
Karl Brunner
Tidewater Café
Shane Pickett
Amelia Vos
Harpreet Gill
Trevor Nash
Imogen Clarke
Seabird Sailing Club
Rafael Ortega
Joan Whitlock
Lena Novák
Dale Hutchins
Ines Carvalho
Fitzroy & Co Property
Gus Papadakis
Bronwyn Ellis
Yusuf Demir
Kenji Sato
Phoebe Marsden
Beachside Dental
Callum Reid
Annika Berg
Walter Pym
Sofia Rinaldi
Tariq Aziz
Hilton Park Books
Nadia Petrova
Owen Gallagher
Leighton Strata
Chloe Baptiste
Farid Rahimi
Ocean Parade Apartments
Kirsten Vogel
Jamal Brooks
Maeve Corrigan
Shire of Quarrup
Luca Ferrante
Tess Underwood
Arjun Nair
Doug Peller
Blake Harmon
Palmyra Motors
Rosa Delgado
Angus McLeod
Vera Kovač
Nikhil Joshi
Freya Lindholm
Cockburn Primary School
Esther Amoah
Hassan Karimi
Bianca Moretti
Noel Prescott
Saskia Jansen
Darcy Whelan
Mei Tanaka
Rhys Llewellyn
Simone Adler
Carmen Fuentes
Todd Barlow
Ingrid Solberg
Anton Weiss
Keira Donnelly
Peter Stanthorpe
Vikram Shah
Mitchell Byrne
Polly Ashford
Mateo Silva
Gwen Harcourt
Jodie Lam
Isaac Boateng
Lara Fontaine
Brett Simmonds
Anjali Rao`

const DIFFERS: Record<string, Partial<PastCustomer>> = {
  'Betty Lindgren': { mobile: '', landline: ['08', '9339 0041'] },
  'Seabird Sailing Club': { mobile: '', landline: ['08', '9430 0062'] },
  'Walter Pym': { mobile: '' },
  'Leighton Strata': { mobile: 'via the letterbox' },
  'Peter Stanthorpe': { mobile: '', landline: ['08', '9314 0077'] },
  'Gwen Harcourt': { mobile: '', landline: ['08', '9385 0019'] },
  'Lara Fontaine': { mobile: 'ask at the desk' },
  'Vikram Shah': { fate: { kind: 'fails', code: 30005 } },
  'Kenji Sato': { mobile: '+81 90 1234 5678' },
  'Joan Whitlock': { isExcluded: true },
  'Owen Gallagher': { reference: '50% deposit' },
  'Maeve Corrigan': { reference: 'Balance after deposit' },
  'Nadia Petrova': { reference: 'Insurance claim 30715' },
  'Saskia Jansen': { job: ['Tag two leads', 5_500] },
  'Noel Prescott': { tracked: 'Warranty' },
  'Palmyra Motors': { group: EXCLUDED_GROUP },
  'Hilton Park Books': { group: 'Friends and family' },
  'Glenn Farrow': { paysBy: 'credit-note' },
  'Simone Adler': { paysBy: 'credit-note' },
  'Karl Brunner': { stops: true },
  'Beachside Dental': { fate: { kind: 'refused', code: 21635 } },
  'Trevor Nash': { fate: { kind: 'fails', code: 30003 } },
  'Ocean Parade Apartments': { fate: { kind: 'fails', code: 30006 } },
  'Mitchell Byrne': { fate: { kind: 'fails', code: 30003 } },
  'Ines Carvalho': { fate: { kind: 'silent' } },
  'Doug Peller': { fate: { kind: 'silent' } },
  'Jodie Lam': { fate: { kind: 'silent' } },
  'Polly Ashford': { owner: 'cancelled' },
  'Isaac Boateng': { owner: 'held' },
}

/** Numbers reserved for fiction that no customer with an open invoice and no newcomer has, as people type them. */
const mobileOf = (index: number): string => {
  const last = String(200 + index * 7)
  return [`0491 578 ${last}`, `+61 491 578 ${last}`, `0491578${last}`, `(0491) 578-${last}`][index % 4]!
}

const mailOf = (name: string): string =>
  `${name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .replace(' ', '.')}@mail.example`
