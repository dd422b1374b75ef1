import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, Provider } from 'oidc-provider'
import { z } from 'zod'
import { chooserPage, type Chooser } from './chooser-page.ts'
import type { People, Person } from './people.ts'
import { personCookie } from './signed-in-person.ts'
import { signedOutPage, troublePage } from './trouble-page.ts'

type Chooses = {
  mount: string
  people: People
  provider: () => Provider
  note: (what: string) => void
}

/** The pages that a person sees: the account chooser, and signing out of all accounts. */
export const registerChooser = (app: FastifyInstance, { mount, people, provider, note }: Chooses): void => {
  const began = ({ raw }: FastifyRequest, reply: FastifyReply) =>
    provider().interactionDetails(raw, reply.raw)

  const show = async (request: FastifyRequest, reply: FastifyReply, typed?: Chooser['typed']) => {
    const { session } = await began(request, reply)
    const chooser = chooserPage({ people: people.all(), signedIn: session?.accountId, typed })
    return sendPage(reply.code(typed ? 422 : 200), chooser)
  }

  const finish = async (request: FastifyRequest, reply: FastifyReply, person: Person | undefined) => {
    const interaction = await began(request, reply)
    const isRefused = !person || person.declines
    reply.hijack()
    if (!isRefused && interaction.session?.accountId !== person.subject) {
      await leaveSession(interaction)
      reply.raw.setHeader('set-cookie', forgotten(mount))
    }
    if (!isRefused) reply.raw.appendHeader('set-cookie', personCookie(person))
    note(isRefused ? 'Sign-in declined' : `${person.name} signed in`)
    await provider().interactionFinished(
      request.raw,
      reply.raw,
      isRefused
        ? { error: 'access_denied', error_description: 'the person declined' }
        : { login: { accountId: person.subject }, select_account: {} },
      { mergeWithLastSubmission: false },
    )
  }

  void app.register(async (scope) => {
    scope.setErrorHandler((cause, _, reply) => {
      const { name, message, statusCode = 400 } = cause as Error & { statusCode?: number }
      return sendPage(reply.code(statusCode), troublePage({ error: name, error_description: message }))
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )

    scope.get(`${mount}/choose/:uid`, (request, reply) => show(request, reply))
    scope.post(`${mount}/choose/:uid`, async (request, reply) => {
      const form = choice.parse(request.body ?? {})
      if (form.account) return finish(request, reply, people.find(form.account))
      if (form.choice === 'cancel') return finish(request, reply, undefined)
      if (form.choice === 'sign-out') {
        await leaveSession(await began(request, reply))
        return reply.header('set-cookie', forgotten(mount)).redirect(request.url, 303)
      }
      const person = anotherPerson.safeParse(form)
      if (person.success) return finish(request, reply, people.add(person.data))
      const { name = '', email = '' } = form
      return show(request, reply, { name, email, error: 'Give a name and an e-mail address.' })
    })
    scope.get(`${mount}/sign-out`, (_, reply) =>
      sendPage(reply.header('set-cookie', forgotten(mount)), signedOutPage()),
    )
  })
}

const sendPage = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').send(page)

const choice = z.object({
  account: z.string().optional(),
  choice: z.enum(['cancel', 'sign-out', 'another']).optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  verified: z.string().optional(),
})

const anotherPerson = z
  .object({
    name: z.string().trim().min(1).max(100),
    email: z.string().trim().toLowerCase().pipe(z.email()),
    verified: z.string().optional(),
  })
  .transform(({ name, email, verified }) => ({ name, email, isVerified: verified === 'yes' }))

/** The issuer refuses that an interaction ends with another person than it began with: the first one is removed. */
const leaveSession = async (interaction: Interaction): Promise<void> => {
  interaction.session = undefined
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
}

const forgotten = (mount: string): string[] =>
  ['sandbox_google_session', 'sandbox_google_session.sig'].map(
    (name) => `${name}=; Path=${mount || '/'}; Max-Age=0; HttpOnly; SameSite=Lax`,
  )
