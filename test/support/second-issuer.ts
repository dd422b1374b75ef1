import { Events, OAuth2Server, type MutableResponse, type MutableToken } from 'oauth2-mock-server'
import { afterAll, beforeAll } from 'vitest'

export type SecondIssuer = {
  readonly url: string
  /** A second address at which it answers, with another host name than its issuer's. */
  readonly unnamedUrl: string
  /** Changes the next ID token before it is signed. */
  bend: (change: (payload: Record<string, unknown>) => void) => void
  /** Changes the next answer of the token endpoint, its tokens signed already. */
  bendAnswer: (change: (answer: MutableResponse) => void) => void
  /** What the next look at the person's profile says. */
  tellProfile: (profile: Record<string, unknown>) => void
}

/** An OpenID provider from other authors than the stand-in's, and than those of our client's library. */
export const useSecondIssuer = (): SecondIssuer => {
  const server = new OAuth2Server()
  const { service } = server

  beforeAll(async () => {
    await server.issuer.keys.generate('RS256')
    await server.start(0, 'localhost')
    service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
      if (payload['sub'] === 'johndoe')
        Object.assign(payload, { email: 'john@doe.example', email_verified: true, name: 'John Doe' })
    })
  })
  afterAll(() => server.stop())

  return {
    get url() {
      return server.issuer.url!
    },
    get unnamedUrl() {
      const { address, family, port } = server.address()
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
    },
    bend: (change) => {
      const bendIdToken = ({ payload }: MutableToken) => {
        if (!('aud' in payload)) return
        service.off(Events.BeforeTokenSigning, bendIdToken)
        change(payload)
      }
      service.on(Events.BeforeTokenSigning, bendIdToken)
    },
    bendAnswer: (change) => void service.once(Events.BeforeResponse, change),
    tellProfile: (profile) =>
      void service.once(Events.BeforeUserinfo, ({ body }: MutableResponse) => Object.assign(body, profile)),
  }
}
