import { createHash } from 'node:crypto'

export type Person = {
  subject: string
  name: string
  email: string
  isVerified: boolean
  /** This person declines at the last step. */
  declines: boolean
  /** What choosing this person demonstrates. */
  hint: string
}

export type People = {
  all: () => Person[]
  find: (subject: string) => Person | undefined
  /** An address stays the same person: a new name for it is ignored. */
  add: (person: { name: string; email: string; isVerified: boolean }) => Person
  save: () => Person[]
  load: (saved: Person[]) => void
  /** Removes the people that were added. */
  reset: () => void
}

/** 21 digits as Google's, always the same for the same address, so that a restart changes no subject. */
export const subjectOf = (email: string): string => {
  const digest = createHash('sha256').update(`person\n${email.trim().toLowerCase()}`).digest('hex')
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`
}

/** Who owns the demo business. */
export const DEMO_OWNER = { name: 'Dana Whitlock', email: 'dana@whitlock-electrical.example' }

/** Who is asked before each text goes. */
export const ASKED_OWNER = { name: 'Joy Fenwick', email: 'joy@fenwick-tiling.example' }

/** Who owns the business whose texts wait for their turn. */
export const BUSY_OWNER = { name: 'Rosie Carrick', email: 'rosie@carrick-roofing.example' }

export const createPeople = (changed: () => void = () => undefined): People => {
  const people = new Map<string, Person>()
  const reset = () => {
    people.clear()
    for (const person of SEED) people.set(person.subject, person)
  }
  reset()
  return {
    all: () => [...people.values()],
    find: (subject) => people.get(subject),
    add: ({ name, email, isVerified }) => {
      const known = people.get(subjectOf(email))
      if (known) return known
      const person = who(name, email, 'Added by you', { isVerified })
      people.set(person.subject, person)
      changed()
      return person
    },
    save: () => [...people.values()].slice(SEED.length),
    load: (saved) => {
      for (const person of saved) people.set(person.subject, person)
    },
    reset,
  }
}

const who = (name: string, email: string, hint: string, differs: Partial<Person> = {}): Person => ({
  subject: subjectOf(email),
  name,
  email,
  hint,
  isVerified: true,
  declines: false,
  ...differs,
})

/** Who runs the product in the sandbox: the settings let her in at /operator. */
const OPERATOR = { name: 'Olive Renner', email: 'olive@operator.example' }

const SEED: Person[] = [
  who(DEMO_OWNER.name, DEMO_OWNER.email, 'Owns Whitlock Electrical (demo)'),
  who(BUSY_OWNER.name, BUSY_OWNER.email, 'Owns Carrick Roofing (demo), reconciled a month at once'),
  who(ASKED_OWNER.name, ASKED_OWNER.email, 'Owns Fenwick Tiling (demo), is asked before a text goes'),
  who('Farida Okoye', 'farida@okoye-plumbing.example', 'New here, no business yet'),
  who('Tāne Parata', 'tane@parata-painting.example', 'New here, no business yet'),
  who("Siobhan O'Neill", 'siobhan@oneillgardens.example', 'New here, no business yet'),
  who('Marcus Bell', 'marcus.bell@bellroofing.example', 'New here, no business yet'),
  who(OPERATOR.name, OPERATOR.email, 'Runs the product: signs in at /operator'),
  who('Una Voss', 'una@voss.example', 'E-mail not verified, so refused', { isVerified: false }),
  who('Noel Declan', 'noel@declan.example', 'Declines at the last step', { declines: true }),
]
