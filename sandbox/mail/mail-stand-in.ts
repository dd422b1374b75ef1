import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { html } from '../html.ts'
import type { Memory } from '../snapshot.ts'
import type { Wire } from '../wire.ts'
import { createMailServer, type ReceivedMail } from './receive-mail.ts'

const KEPT = 100

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
          .header('content-security-policy', "default-src 'none'; style-src 'self'; font-src 'self'")
          .send(mailPage(mails)),
      )
    },
  }
}

const mailPage = (mails: ReceivedMail[]): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mail · Goodword sandbox</title>
        <link rel="stylesheet" href="/console/mail.css" />
      </head>
      <body>
        <main>
          <p><a href="/">Back to the console</a></p>
          <h1>The owner’s mail</h1>
          ${mails.length === 0 ? html`<p>Nothing yet. Mails come when funds run low, and on Mondays.</p>` : undefined}
          ${mails.map(
            ({ to, subject, text, receivedAt }) =>
              html`<article>
                <h2>${subject}</h2>
                <p class="meta">To ${to.join(', ')} · ${receivedAt}</p>
                <pre>${text}</pre>
              </article>`,
          )}
        </main>
      </body>
    </html>`.markup
