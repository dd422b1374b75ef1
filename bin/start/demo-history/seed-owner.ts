import { subjectOf } from '../../../sandbox/google/people.ts'
import { asSystem } from '../../../server/database/database.ts'
import type { Parts } from '../../../server/wiring/parts.ts'

type Owner = { name: string; email: string; joinedAt: Date }

/** A person on the sandbox's account chooser, who owns this business. Returns the user's id. */
export const seedOwner = async (
  { db, env }: Parts,
  businessId: string,
  { joinedAt, ...owner }: Owner,
): Promise<string> => {
  const { id } = await asSystem(db, (trx) =>
    trx
      .insertInto('users')
      .values({
        issuer: env.OIDC_ISSUER,
        subject: subjectOf(owner.email),
        ...owner,
        business_id: businessId,
        onboarded_at: joinedAt,
        created_at: joinedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}
