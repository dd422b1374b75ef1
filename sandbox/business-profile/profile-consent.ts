import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DEMO_OWNER } from '../google/people.ts'
import { readPerson } from '../google/signed-in-person.ts'
import { html } from '../html.ts'
import { page } from '../google/page.ts'
import { randomToken } from '../identifiers.ts'
import { makeBusinesses } from '../places/businesses.ts'
import { placeAnswer } from '../places/place-answer.ts'
import { addLocation, PROFILE_SCOPE, type ProfileWorld } from './profile-world.ts'

type Asked = Record<string, string | undefined>

const CODE_MS = 5 * 60_000
const HOUR_MS = 3_600_000

/** Google's consent, apart from the sign-in: what is asked for may be refused, and an account chosen. */
export const profileConsent = (world: ProfileWorld) => async (app: FastifyInstance) => {
  app.get<{ Querystring: Asked }>('/login/auth', async (request, reply) => {
    const fault = faultOf(world, request.query)
    if (fault)
      return send(
        reply,
        page('Something is not right', html`<p class="error" role="alert">${fault}</p>`),
        400,
      )
    return send(reply, consentPage(world, request.url, readPerson(request.headers.cookie)?.email))
  })
  app.post<{ Querystring: Asked; Body: Asked }>('/login/auth', async (request, reply) => {
    if (faultOf(world, request.query)) return reply.code(400).send()
    return reply.redirect(decide(world, request.query, request.body ?? {}), 302)
  })

  app.post<{ Body: Asked }>('/oauth/token', async (request, reply) => {
    const form = request.body ?? {}
    world.calls.set('token', (world.calls.get('token') ?? 0) + 1)
    if (
      form['client_id'] !== world.settings.clientId ||
      form['client_secret'] !== world.settings.clientSecret
    )
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Unauthorized' })
    if (world.faults.strike('profile5xx')) return reply.code(503).send('<html>Service unavailable</html>')
    const answer = form['grant_type'] === 'refresh_token' ? refresh(world, form) : redeem(world, form)
    if (!answer)
      return reply
        .code(400)
        .send({ error: 'invalid_grant', error_description: 'Token has been expired or revoked.' })
    return answer
  })

  app.post<{ Body: Asked }>('/oauth/revoke', async (request, reply) => {
    const { token = '' } = request.body ?? {}
    if (world.faults.strike('profile5xx')) return reply.code(503).send('<html>Service unavailable</html>')
    const grant = world.grants.get(world.accessTokens.get(token)?.refreshToken ?? token)
    if (!grant)
      return reply.code(400).send({ error: 'invalid_token', error_description: 'Token expired or revoked' })
    // All that this person granted to this client.
    for (const one of world.grants.values())
      if (one.email === grant.email) world.grants.delete(one.refreshToken)
    world.wire.note({ who: 'google', what: `Access to the profiles of ${grant.email} was given back` })
    return {}
  })
}

const faultOf = (world: ProfileWorld, asked: Asked): string | undefined => {
  if (asked['client_id'] !== world.settings.clientId) return 'Error 401: invalid_client'
  if (asked['redirect_uri'] !== `${world.publicUrl()}/api/reviews/callback`)
    return 'Error 400: redirect_uri_mismatch'
  if (asked['response_type'] !== 'code') return 'Error 400: unsupported_response_type'
  if (asked['scope'] !== PROFILE_SCOPE) return 'Error 400: invalid_scope'
  if (asked['include_granted_scopes'] !== undefined) return 'This stand-in refuses include_granted_scopes'
  if (asked['code_challenge_method'] !== 'S256' || !asked['code_challenge']) return 'PKCE is missing'
  if (asked['access_type'] !== 'offline' || !asked['prompt']?.split(' ').includes('consent'))
    return 'Without access_type=offline and prompt=consent there is no refresh token'
  return asked['state'] ? undefined : 'state is missing'
}

const consentPage = (world: ProfileWorld, action: string, email = DEMO_OWNER.email): string =>
  page(
    'Goodword wants access',
    html`<form method="post" action="${action}" class="card fields">
      <header>
        <h1>Goodword wants access to your Google Account</h1>
        <p>to read reviews of your business — sandbox</p>
      </header>
      <label
        >Google account <input name="email" type="email" value="${email}" required maxlength="200"
      /></label>
      <label>
        Business that this account manages
        <input
          name="business"
          list="businesses"
          maxlength="200"
          autocomplete="off"
          value="${managed(world, email)}"
        />
      </label>
      <datalist id="businesses">
        ${makeBusinesses().map(({ name }) => html`<option value="${name}"></option>`)}
      </datalist>
      <label class="tick">
        <input type="checkbox" name="scope" value="yes" checked /> See your Business Profile on Google
      </label>
      <button class="go" name="decision" value="allow">Continue</button>
      <button class="quiet" name="decision" value="cancel">Cancel</button>
    </form>`,
  )

const managed = (world: ProfileWorld, email: string): string =>
  [...world.locations.values()].find(({ managers }) => managers.includes(email))?.title ?? ''

const decide = (world: ProfileWorld, asked: Asked, form: Asked): string => {
  const back = new URL(asked['redirect_uri']!)
  back.searchParams.set('state', asked['state']!)
  if (form['decision'] !== 'allow') {
    back.searchParams.set('error', 'access_denied')
    world.wire.note({ who: 'you', what: 'Cancelled at the consent for reviews' })
    return back.href
  }
  const email = (form['email'] ?? '').trim().toLowerCase() || DEMO_OWNER.email
  const place = makeBusinesses().find(({ name }) => name === form['business'])
  if (place) {
    const { formattedAddress } = placeAnswer(place)
    addLocation(world, {
      email,
      title: place.name,
      placeId: place.id,
      address: typeof formattedAddress === 'string' ? formattedAddress : null,
    })
  }
  const scopes = form['scope'] === 'yes' ? [PROFILE_SCOPE] : []
  const code = randomToken()
  world.codes.set(code, {
    grant: { email, refreshToken: `1//${randomToken()}`, scopes },
    challenge: asked['code_challenge']!,
    redirectUri: asked['redirect_uri']!,
    expiresAt: world.now().getTime() + CODE_MS,
  })
  back.searchParams.set('code', code)
  back.searchParams.set('scope', scopes.join(' '))
  world.wire.note({ who: 'you', what: `${email} let Goodword see reviews` })
  return back.href
}

const redeem = (world: ProfileWorld, form: Asked) => {
  const found = world.codes.get(form['code'] ?? '')
  world.codes.delete(form['code'] ?? '')
  const challenge = createHash('sha256')
    .update(form['code_verifier'] ?? '')
    .digest('base64url')
  const isGood =
    found &&
    found.redirectUri === form['redirect_uri'] &&
    found.challenge === challenge &&
    found.expiresAt > world.now().getTime()
  if (!isGood) return undefined
  world.grants.set(found.grant.refreshToken, found.grant)
  world.wire.changed()
  const { refreshToken, scopes } = found.grant
  return {
    ...access(world, refreshToken, scopes),
    ...(world.faults.strike('profileNoRefreshToken') ? {} : { refresh_token: refreshToken }),
  }
}

const refresh = (world: ProfileWorld, form: Asked) => {
  const grant = world.grants.get(form['refresh_token'] ?? '')
  if (!grant || world.faults.strike('profileInvalidGrant')) return undefined
  return access(world, grant.refreshToken, grant.scopes)
}

const access = (world: ProfileWorld, refreshToken: string, scopes: string[]) => {
  const token = `ya29.${randomToken()}`
  world.accessTokens.set(token, { refreshToken, expiresAt: world.now().getTime() + HOUR_MS })
  return { access_token: token, expires_in: 3599, scope: scopes.join(' '), token_type: 'Bearer' }
}

const send = (reply: FastifyReply, text: string, status = 200) =>
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(text)
