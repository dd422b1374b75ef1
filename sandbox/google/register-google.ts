import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import { createIssuerMemory, type SavedIssuer } from './issuer-memory.ts'
import { createIssuer, generateIssuerKeys, mountOf, type IssuerKeys, type IssuerSettings } from './issuer.ts'
import { createPeople, type Person } from './people.ts'
import { registerChooser } from './register-chooser.ts'

export type GoogleSettings = Omit<IssuerSettings, 'redirectUris'> & {
  /** Called at the first sign-in, when the product's address is known. */
  redirectUris: string[] | (() => string[])
  /** Writes a line into the console's log. */
  note?: (what: string, went?: 'well' | 'badly' | 'fault') => void
  /** Called when something changed that the snapshot keeps. */
  changed?: () => void
  /** Undefined where no fault strikes, else how long it lasts. */
  strike?: (fault: 'googleSlow' | 'google5xx') => { ms: number } | undefined
  pause?: (ms: number) => Promise<void>
}

type Saved = { keys: IssuerKeys | null; people: Person[]; issuer: SavedIssuer }

const nothing = () => undefined

/**
 * The stand-in for Google's sign-in, below the path of `issuer`. Returns its memory: the signing key,
 * the people that were added and who is signed in. `load`, if at all, before the first request.
 */
export const registerGoogle = (app: FastifyInstance, settings: GoogleSettings) => {
  const { note = nothing, changed = nothing, strike = nothing, pause = async () => undefined } = settings
  const mount = mountOf(settings.issuer)
  const people = createPeople(changed)
  const memory = createIssuerMemory(Date.now, changed)
  let keys: IssuerKeys | undefined
  let issuer: { provider: Provider; answer: ReturnType<Provider['callback']> } | undefined

  const open = () => {
    keys ??= generateIssuerKeys()
    if (!issuer) {
      const { redirectUris: uris } = settings
      const redirectUris = typeof uris === 'function' ? uris() : uris
      const provider = createIssuer({ ...settings, redirectUris }, { keys, memory, people })
      issuer = { provider, answer: provider.callback() }
      changed()
    }
    return issuer
  }

  registerChooser(app, { mount, people, provider: () => open().provider, note })

  void app.register(async (scope) => {
    // The issuer reads the bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(`${mount}/*`, async (request, reply) => {
      const slow = strike('googleSlow')
      if (slow) await pause(slow.ms)
      if (strike('google5xx')) {
        note('Sign-in answered 503, as asked for', 'fault')
        return reply.code(503).send('The sign-in service is in trouble.')
      }
      reply.hijack()
      // The issuer learns its mount path from the difference of the two URLs, as below Express.
      Object.assign(request.raw, { originalUrl: request.raw.url, url: request.raw.url!.slice(mount.length) })
      await open().answer(request.raw, reply.raw)
    })
  })

  return {
    name: 'google',
    save: (): Saved => ({ keys: keys ?? null, people: people.save(), issuer: memory.save() }),
    load: (saved: unknown) => {
      const kept = saved as Saved
      keys = kept.keys ?? undefined
      people.load(kept.people)
      memory.load(kept.issuer)
    },
    /** Forgets everything but the signing key. */
    reset: () => {
      people.reset()
      memory.clear()
    },
  }
}
