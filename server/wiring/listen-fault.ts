import { Refusal } from '../platform/errors.ts'
import type { Env } from '../platform/process/env.ts'

const NOWHERE =
  'HOST is a name that leads nowhere: set it to an address of this machine, as 127.0.0.1, or 0.0.0.0 for all.'

/** In one line what to correct where api cannot listen; what is no fault of the settings is returned as it is. */
export const listenFault = (cause: unknown, { PORT }: Pick<Env, 'PORT'>): unknown => {
  const words: Record<string, string> = {
    ENOTFOUND: NOWHERE,
    EAI_AGAIN: NOWHERE,
    EADDRNOTAVAIL: 'HOST is no address of this machine: set it to one, as 127.0.0.1, or 0.0.0.0 for all.',
    EADDRINUSE: `Port ${PORT} is taken: stop what listens there, or set PORT to another.`,
    EACCES: `This user may not listen at port ${PORT}: set PORT to one from 1024 on.`,
  }
  const found = words[(cause as { code?: string }).code ?? '']
  return found ? new Refusal('listen', 503, found) : cause
}
