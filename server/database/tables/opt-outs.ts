import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type OptOutsTables = {
  email_opt_outs: {
    business_id: string
    address_hash: Buffer
    opted_out_at: Generated<Date>
  }
  opt_outs: {
    business_id: string
    phone_hash: Buffer
    source: OptOutSource
    opted_out_at: Generated<Date>
    sender: Generated<string>
  }
  platform_opt_outs: {
    phone_hash: Buffer
    source: PlatformOptOutSource
    opted_out_at: Generated<Date>
  }
}

export type OptOutSource = 'stop' | 'link' | 'gateway' | 'owner'

export type PlatformOptOutSource = 'stop' | 'gateway' | 'link'
