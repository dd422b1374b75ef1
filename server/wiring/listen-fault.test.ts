import { expect, test } from 'vitest'
import { listenFault } from './listen-fault.ts'

const failure = (code: string) => Object.assign(new Error(`listen ${code}`), { code })

test.each([
  [
    'ENOTFOUND',
    'HOST is a name that leads nowhere: set it to an address of this machine, as 127.0.0.1, or 0.0.0.0 for all.',
  ],
  [
    'EAI_AGAIN',
    'HOST is a name that leads nowhere: set it to an address of this machine, as 127.0.0.1, or 0.0.0.0 for all.',
  ],
  ['EADDRNOTAVAIL', 'HOST is no address of this machine: set it to one, as 127.0.0.1, or 0.0.0.0 for all.'],
  ['EADDRINUSE', 'Port 3000 is taken: stop what listens there, or set PORT to another.'],
  ['EACCES', 'This user may not listen at port 3000: set PORT to one from 1024 on.'],
])('api says of %s what to correct', (code, words) => {
  expect(listenFault(failure(code), { PORT: 3000 })).toMatchObject({ message: words })
})

test('what is no fault of the settings stays what it is', () => {
  const cause = failure('EMFILE')
  expect(listenFault(cause, { PORT: 3000 })).toBe(cause)
})
