import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEMO_OWNER } from '../../google/people.ts'
import { readPerson } from '../../google/signed-in-person.ts'
import { randomToken } from '../../identifiers.ts'
import { consentPage, errorPage, type Choice } from './consent-page.ts'
import { DEMO_ORGANISATION } from '../demo/demo-organisation.ts'
import { connect, XERO_USER, type Connection } from '../model/grants.ts'
import { addPaidLately } from '../paid-lately.ts'
import { addNewcomers } from '../provision-organisation.ts'
import type { XeroWorld } from '../world.ts'
import { newOrganisation } from '../write-organisation.ts'

type Asked = {
  client_id?: string
  redirect_uri?: string
  response_type?: string
  scope?: string
  state?: string
  code_challenge?: string
}

const MOST_CHOICES = 100
const NEWCOMERS = 8
const NEW_JOB: [string, number] = ['Work done', 24_500]
const CODE_MS = 5 * 60_000

/** Apps made since March 2026 get the granular scopes only (https://developer.xero.com/faq/granular-scopes). */
const SCOPES =
  /^(openid|profile|email|offline_access|accounting\.(invoices|payments|banktransactions|manualjournals|contacts|settings|attachments)(\.read)?|accounting\.(reports|budgets|journals)\.read)$/

/** `login.xero.com`: the page on which a person chooses the organisation to connect, or cancels. */
export const xeroConsent = (world: XeroWorld) => async (app: FastifyInstance) => {
  app.get<{ Querystring: Asked }>('/identity/connect/authorize', async (request, reply) => {
    const fault = faultOf(world, request.query)
    if (fault) return html(reply, errorPage(fault), 400)
    const person = readPerson(request.headers.cookie)
    const choices = choicesOf(world, person?.email)
    return html(reply, consentPage(request.url, { choices, scopes: scopesOf(request.query), person }))
  })

  app.post<{ Querystring: Asked; Body: Record<string, string> }>(
    '/identity/connect/authorize',
    async (request, reply) => {
      const fault = faultOf(world, request.query)
      if (fault) return html(reply, errorPage(fault), 400)
      return reply.redirect(decide(world, request), 302)
    },
  )
}

const decide = (
  world: XeroWorld,
  request: FastifyRequest<{ Querystring: Asked; Body: Record<string, string> }>,
): string => {
  const asked = request.query
  const back = new URL(asked.redirect_uri!)
  const tenantId = tenantChosen(world, request.body ?? {})
  if (!tenantId) {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'TenantConsent status DENIED')
  } else {
    back.searchParams.set(
      'code',
      issueCode(world, asked, tenantId, readPerson(request.headers.cookie)?.email),
    )
    back.searchParams.set('scope', asked.scope!)
    back.searchParams.set('session_state', randomToken())
  }
  back.searchParams.set('state', asked.state!)
  world.wire.note({
    who: 'you',
    what: tenantId ? `Allowed access to ${world.books.get(tenantId)?.name}` : 'Cancelled at the consent page',
  })
  return back.href
}

const tenantChosen = (world: XeroWorld, form: Record<string, string>): string | undefined => {
  if (form['decision'] !== 'allow') return undefined
  if (form['tenant'] !== 'new') return world.books.has(form['tenant'] ?? '') ? form['tenant'] : undefined
  const name = (form['name'] ?? '').trim().slice(0, 100) || 'My Practice Company'
  const organisation = newOrganisation({ name }, world.now())
  addPaidLately(organisation, NEW_JOB, world.now())
  addNewcomers(organisation, NEWCOMERS, world.now(), { twice: 3 })
  world.books.set(organisation.tenantId, organisation)
  return organisation.tenantId
}

const issueCode = (world: XeroWorld, asked: Asked, tenantId: string, allowedBy?: string): string => {
  const { grants, now } = world
  const eventId = randomUUID()
  grants.grants.set(eventId, { eventId, userId: XERO_USER, scopes: scopesOf(asked), refreshTokens: [] })
  connect(grants, { userId: XERO_USER, tenantId, eventId, allowedBy, now: now() })
  const code = randomToken()
  grants.codes.set(code, {
    code,
    eventId,
    redirectUri: asked.redirect_uri!,
    challenge: asked.code_challenge,
    expiresAt: now().getTime() + CODE_MS,
  })
  return code
}

const faultOf = (world: XeroWorld, asked: Asked): string | undefined => {
  if (asked.client_id !== world.settings.clientId)
    return 'unauthorized_client: Unknown client or client not enabled'
  if (asked.redirect_uri !== `${world.publicUrl()}/api/xero/callback`)
    return 'invalid_redirect_uri: Invalid redirect_uri'
  if (asked.response_type !== 'code') return 'unsupported_response_type: response_type must be code'
  const refused = scopesOf(asked).filter((scope) => !SCOPES.test(scope))
  if (refused.length > 0 || scopesOf(asked).length === 0)
    return `invalid_scope: ${refused.join(' ') || 'none given'}`
  if (!asked.state) return 'invalid_request: state is missing'
  return undefined
}

const scopesOf = ({ scope = '' }: Asked): string[] => scope.split(/\s+/).filter((one) => one !== '')

/** Preselected is the organisation that the person has connected, else the first that is not connected at all. */
const choicesOf = ({ books, grants }: XeroWorld, person: string | undefined): Choice[] => {
  const holders = new Map([...grants.connections.values()].map((one) => [one.tenantId, holderOf(one)]))
  const offered = [...books.values()].filter(({ isOffered }) => isOffered).slice(0, MOST_CHOICES)
  const choices = offered.map(({ tenantId, name, country, isDemo }): Choice => {
    const isMine = person !== undefined && holders.get(tenantId) === person
    return {
      tenantId,
      name,
      about: [country, isDemo ? 'demo company' : ''].filter((word) => word !== '').join(' · '),
      holder: isMine ? 'you' : holders.has(tenantId) ? 'another' : undefined,
      isFirst: false,
    }
  })
  const first = choices.find(({ holder }) => holder === 'you') ?? choices.find(({ holder }) => !holder)
  return choices.map((choice) => ({ ...choice, isFirst: choice === first }))
}

const holderOf = ({ tenantId, allowedBy }: Connection): string | undefined =>
  allowedBy ?? (tenantId === DEMO_ORGANISATION.tenantId ? DEMO_OWNER.email : undefined)

const html = (reply: FastifyReply, page: string, status = 200) =>
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
