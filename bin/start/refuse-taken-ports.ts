import { createServer } from 'node:net'
import { Refusal } from '../../server/platform/errors.ts'
import { smtpPortOf } from '../../server/platform/process/env-sandbox.ts'
import type { Env } from '../../server/platform/process/env.ts'

/** Before anything is started: throws Refusal, which names the setting that moves it, when a port is taken. */
export const refuseTakenPorts = async (env: Env): Promise<void> => {
  await refuseTaken(env.PORT, env.HOST, 'PORT')
  if (env.GOODWORD_MODE !== 'sandbox') return
  await refuseTaken(env.SANDBOX_PORT, 'localhost', 'SANDBOX_PORT')
  await refuseTaken(smtpPortOf(env.SANDBOX_PORT), 'localhost', 'SANDBOX_PORT')
}

const refuseTaken = async (port: number, host: string, setting: string): Promise<void> => {
  if (port === 0) return
  for (const address of ['127.0.0.1', 'localhost'].includes(host) ? LOOPBACK : [host]) {
    if (await isFree(port, address)) continue
    throw new Refusal(
      'port-taken',
      409,
      `Port ${port} is taken: stop what listens there, or set ${setting} to another one.`,
    )
  }
}

/** Both, because a browser takes either for localhost: another program on one of them would answer in our place. */
const LOOPBACK = ['127.0.0.1', '::1']

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', ({ code }: NodeJS.ErrnoException) => done(code !== 'EADDRINUSE'))
    probe.listen(port, host, () => probe.close(() => done(true)))
  })
