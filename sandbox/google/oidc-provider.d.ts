/** The small part of `oidc-provider` that the stand-in uses; the package brings no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Context = {
    type: string
    body: string
    oidc: {
      provider: Provider
      client: { clientId: string }
      session: { accountId?: string; grantIdFor: (clientId: string) => string | undefined }
      params: Record<string, string | undefined>
      /** What the interaction answered, when this request comes back from one. */
      result?: { login?: { accountId: string } }
    }
  }

  export type Payload = Record<string, unknown> & { uid?: string; grantId?: string }

  export type Adapter = {
    upsert: (id: string, payload: Payload, expiresIn?: number) => Promise<void>
    find: (id: string) => Promise<Payload | undefined>
    findByUid: (uid: string) => Promise<Payload | undefined>
    findByUserCode: (userCode: string) => Promise<Payload | undefined>
    consume: (id: string) => Promise<void>
    destroy: (id: string) => Promise<void>
    revokeByGrantId: (grantId: string) => Promise<void>
  }

  export type Interaction = {
    uid: string
    params: Record<string, string | undefined>
    session?: { accountId?: string } | undefined
    /** Seconds since 1970. */
    exp: number
    save: (seconds: number) => Promise<string>
  }

  type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    /** Whether a proxy's headers count. */
    proxy: boolean
    Grant: {
      new (owner: { clientId: string; accountId: string | undefined }): Grant
      find: (id: string) => Promise<Grant | undefined>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result:
        | { login: { accountId: string }; select_account: object }
        | { error: string; error_description: string },
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
    on(event: string, listener: (...details: unknown[]) => void): void
  }

  export namespace interactionPolicy {
    class Check {
      reason: string
      constructor(reason: string, description: string, error: string, check: (ctx: Context) => boolean)
    }
    class Prompt {
      constructor(options: { name: string; requestable: boolean }, ...checks: Check[])
      checks: { add: (check: Check) => void }
    }
    function base(): Prompt[] & {
      add: (prompt: Prompt, index?: number) => void
      get: (name: string) => Prompt | undefined
    }
  }
}
