import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Memory } from '../snapshot.ts'
import type { Wire } from '../wire.ts'
import { mailPage } from './mail-page.ts'
import { createMailServer, type ReceivedMail } from './receive-mail.ts'

const KEPT = 100
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'"

/** Takes the product's mail and shows it under /mail; no mail is sent on. */
export const createMailStandIn = ({ wire, now }: { wire: Wire; now: () => Date }) => {
  let mails: ReceivedMail[] = []
  const server = createMailServer((mail) => {
    mails = [{ ...mail, receivedAt: now().toISOString() }, ...mails.slice(0, KEPT - 1)]
    wire.note({ who: 'mail', what: `To ${mail.to.join(', ')}: ${mail.subject}` })
  })
  const memory: Memory = {
    name: 'mail',
    save: () => mails,
    load: (saved) => {
      mails = saved as ReceivedMail[]
    },
  }

  return {
    /** Newest first. */
    mails: () => mails,
    memories: [memory],
    listen: async (port: number, host: string): Promise<number> => {
      const listener = server.listen(port, host)
      await once(listener, 'listening')
      return (listener.address() as AddressInfo).port
    },
    close: () => new Promise<void>((done) => (server.server.listening ? server.close(() => done()) : done())),
    reset: () => {
      mails = []
    },
    routes: async (app: FastifyInstance) => {
      app.get('/control/mails', async () => mails)
      app.get('/mail', async (_request, reply) =>
        reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', POLICY)
          .send(mailPage(mails)),
      )
    },
  }
}
