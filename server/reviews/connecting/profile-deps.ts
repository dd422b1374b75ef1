import type { Db } from '../../database/database.ts'
import type { BusinessProfile } from '../../integrations/google/business-profile.ts'
import type { Sealer } from '../../platform/seal.ts'

export type ProfileDeps = {
  db: Db
  profile: BusinessProfile
  sealer: Sealer
  clock: () => Date
}
