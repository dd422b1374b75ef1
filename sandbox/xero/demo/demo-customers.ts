export type DemoCustomer = {
  name: string
  first?: string
  last?: string
  email?: string
  mobile?: string
  /** Area code and number. */
  landline?: [string, string]
  /** A mobile spread over Xero's three fields, as people fill them. */
  phone?: { country?: string; area?: string; number?: string }
  /** A contact group in Xero. */
  group?: string
}

/** Whitlock Electrical's customers, with numbers kept free for fiction by ACMA, written the way people write them. */
export const WHITLOCK_CUSTOMERS: DemoCustomer[] = [
  {
    name: 'Priya Raman',
    first: 'Priya',
    last: 'Raman',
    mobile: '0491 570 006',
    email: 'priya@raman.example',
  },
  { name: 'Marcus O’Dell', first: 'Marcus', last: 'O’Dell', mobile: '+61 491 570 156' },
  { name: 'Harbour Street Body Corporate', mobile: '0491570313', email: 'office@harbourst.example' },
  { name: 'Tom & Elise Brandt', first: 'Tom', last: 'Brandt', mobile: '(0491) 570-737' },
  { name: 'Noor Haddad', first: 'Noor', last: 'Haddad', phone: { country: '61', number: '491571266' } },
  { name: 'Hēmi Tūhoe', first: 'Hēmi', last: 'Tūhoe', mobile: '0491 570 157' },
  { name: 'Grace Tran', first: 'Grace', last: 'Tran', phone: { area: '0491', number: '570 158' } },
  { name: 'Lachlan Walsh', first: 'Lachlan', last: 'Walsh', mobile: '0491-570-159' },
  { name: 'Siobhán Ní Bhriain', first: 'Siobhán', last: 'Ní Bhriain', mobile: '+61 (0) 491 570 110' },
  { name: 'Fremantle Coffee Roasters Pty Ltd', mobile: '0491 571 491' },
  { name: 'Wei Chen', first: 'Wei', last: 'Chen', mobile: '61491571804' },
  { name: 'Margaret Abernathy', first: 'Margaret', last: 'Abernathy', landline: ['08', '9335 0000'] },
  { name: 'Jack Okafor', first: 'Jack', last: 'Okafor' },
  {
    name: 'The Most Reverend Bartholomew Featherstonehaugh-Cholmondeley and Family Trust',
    first: 'Bartholomew',
    last: 'Featherstonehaugh-Cholmondeley',
    mobile: '0491 572 549',
  },
  { name: 'Aroha Māhuta', first: 'Aroha', last: 'Māhuta', mobile: '0491 572 665' },
  { name: 'Dimitri Petrov', first: 'Dimitri', last: 'Petrov', mobile: '0491 572 983 (mob)' },
  { name: 'Sunita Kaur', first: 'Sunita', last: 'Kaur', mobile: '0491.573.770' },
  { name: 'Ben Fraser', first: 'Ben', last: 'Fraser', mobile: '0011 61 491 573 087' },
  { name: 'Swan Valley Vets', landline: ['08', '9296 0000'], mobile: 'ask reception' },
  { name: 'Zoë Lindqvist', first: 'Zoë', last: 'Lindqvist', mobile: '0491 574 118' },
  { name: 'Ravi Menon', first: 'Ravi', last: 'Menon', mobile: '0491 574 632' },
  { name: 'Ravi Menon (rental)', first: 'Ravi', last: 'Menon', mobile: '0491 574 632' },
  { name: 'Emma de Vries', first: 'Emma', last: 'de Vries', mobile: '0491 575 254' },
  { name: 'Patrick Doyle', first: 'Patrick', last: 'Doyle', mobile: '0491 575 789' },
  { name: 'Olive Nguyen', first: 'Olive', last: 'Nguyen', mobile: '0491 578 888' },
  { name: 'Stan Kowalski', first: 'Stan', last: 'Kowalski', mobile: '0491 578 957' },
  { name: 'Ida Rosen', first: 'Ida', last: 'Rosen', mobile: '0491 579 212' },
]
