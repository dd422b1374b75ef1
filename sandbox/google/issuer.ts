import { generateKeyPairSync, randomBytes, type JsonWebKey } from 'node:crypto'
import { interactionPolicy, Provider, type Context } from 'oidc-provider'
import type { IssuerMemory } from './issuer-memory.ts'
import type { People } from './people.ts'
import { troublePage } from './trouble-page.ts'

export type IssuerKeys = { jwks: { keys: JsonWebKey[] }; cookieKeys: string[] }

export type IssuerSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUris: string[]
}

/** Where the issuer lies on its server, without a slash at the end. */
export const mountOf = (issuer: string): string => new URL(issuer).pathname.replace(/\/$/, '')

/** One RSA key, as Google signs with. */
export const generateIssuerKeys = (): IssuerKeys => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  return {
    jwks: { keys: [{ ...key, kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' }] },
    cookieKeys: [randomBytes(32).toString('hex')],
  }
}

/** An OpenID Connect issuer that answers as Google does. The account chooser is the sandbox's. */
export const createIssuer = (
  { issuer, clientId, clientSecret, redirectUris }: IssuerSettings,
  { keys, memory, people }: { keys: IssuerKeys; memory: IssuerMemory; people: People },
): Provider => {
  const path = mountOf(issuer)
  const provider = new Provider(issuer, {
    adapter: memory.adapter,
    jwks: keys.jwks,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        client_name: 'Goodword',
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    clientAuthMethods: ['client_secret_post'],
    responseTypes: ['code'],
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // Otherwise e-mail and name would come from /me only; Google puts them into the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: {
      keys: keys.cookieKeys,
      names: {
        session: 'sandbox_google_session',
        interaction: 'sandbox_google_choosing',
        resume: 'sandbox_google_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', path: path || '/' },
    },
    features: {
      devInteractions: { enabled: false },
      // Google has no end_session_endpoint.
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
    },
    findAccount: (_: Context, subject: string) => accountOf(people, subject),
    interactions: {
      policy: policyWithChooser(people),
      url: (_: Context, { uid }: { uid: string }) => `${path}/choose/${uid}`,
    },
    loadExistingGrant: grantWhatWeAsk,
    renderError: (ctx: Context, out: Record<string, string>) => {
      ctx.type = 'html'
      ctx.body = troublePage(out)
    },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      IdToken: 3_600,
      Interaction: 3_600,
      Grant: 14 * 86_400,
      Session: 14 * 86_400,
    },
  })
  // Behind a TLS proxy its addresses are the proxy's.
  provider.proxy = issuer.startsWith('https:')
  return provider
}

const accountOf = (people: People, subject: string) => {
  const person = people.find(subject)
  if (!person) return undefined
  const [first = '', ...rest] = person.name.split(' ')
  return {
    accountId: subject,
    claims: () => ({
      sub: subject,
      email: person.email,
      email_verified: person.isVerified,
      name: person.name,
      given_name: first,
      ...(rest.length > 0 ? { family_name: rest.join(' ') } : {}),
    }),
  }
}

/** `prompt=select_account` always asks; a `login_hint` for another person than the one signed in asks too. */
const policyWithChooser = (people: People) => {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  policy.get('login')!.checks.add(
    new interactionPolicy.Check('login_hint', 'another account was hinted at', 'login_required', (ctx) => {
      const { params, session } = ctx.oidc
      const hint = params['login_hint']
      const person = people.find(session.accountId ?? '')
      const isResumed = ctx.oidc.result?.login !== undefined
      return Boolean(hint && person && !isResumed && hint !== person.subject && hint !== person.email)
    }),
  )
  return policy
}

const grantWhatWeAsk = async ({ oidc }: Context) => {
  const { clientId } = oidc.client
  const known = oidc.session.grantIdFor(clientId)
  const grant = (known && (await oidc.provider.Grant.find(known))) || undefined
  if (grant) return grant
  const fresh = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId })
  fresh.addOIDCScope('openid email profile')
  await fresh.save()
  return fresh
}
