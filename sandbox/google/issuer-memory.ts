import type { Adapter, Payload } from 'oidc-provider'

type Kept = { payload: Payload; expiresAt: number }
export type SavedIssuer = Record<string, Kept>

export type IssuerMemory = {
  adapter: (model: string) => Adapter
  /** Who is signed in at the stand-in, so that a restart signs no person out. */
  save: () => SavedIssuer
  load: (saved: SavedIssuer) => void
  /** Signs all people out. */
  clear: () => void
}

const OUTLIVES_RESTART = /^(Session|Grant):/

/** What the issuer keeps: codes, sessions, grants. Expired entries are removed from time to time. */
export const createIssuerMemory = (
  now: () => number = Date.now,
  changed: () => void = () => undefined,
): IssuerMemory => {
  const kept = new Map<string, Kept>()

  const sweep = () => {
    for (const [key, { expiresAt }] of kept) if (expiresAt <= now()) kept.delete(key)
  }
  const read = (key: string): Payload | undefined => {
    const entry = kept.get(key)
    return entry && entry.expiresAt > now() ? entry.payload : undefined
  }
  const readWhere = (model: string, isWanted: (payload: Payload) => boolean): Payload | undefined => {
    for (const key of kept.keys()) {
      const payload = key.startsWith(`${model}:`) ? read(key) : undefined
      if (payload && isWanted(payload)) return payload
    }
    return undefined
  }

  return {
    adapter: (model) => ({
      upsert: async (id, payload, expiresIn) => {
        sweep()
        kept.set(`${model}:${id}`, { payload, expiresAt: now() + (expiresIn ?? 86_400) * 1000 })
        changed()
      },
      find: async (id) => read(`${model}:${id}`),
      findByUid: async (uid) => readWhere(model, (payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = read(`${model}:${id}`)
        if (payload) payload['consumed'] = Math.floor(now() / 1000)
      },
      destroy: async (id) => {
        kept.delete(`${model}:${id}`)
        changed()
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
      },
    }),
    save: () => Object.fromEntries([...kept].filter(([key]) => OUTLIVES_RESTART.test(key))),
    load: (saved) => {
      for (const [key, entry] of Object.entries(saved)) kept.set(key, entry)
    },
    clear: () => kept.clear(),
  }
}
