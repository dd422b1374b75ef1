/** Who may sign in: addresses in small letters, and groups by the issuer's names. */
export type WhoMay = { emails: readonly string[]; groups: readonly string[] }

/** Whom the issuer names. */
type Person = { subject: string; email: string; emailVerified: boolean; groups?: string[] }

const BY_EMAIL = 'email'
const BY_GROUP = 'group:'

export type Admission = { name: string; admittedBy: string }

/**
 * By her address where the issuer has verified it, or by a group. An address that is not verified may be anybody's: it
 * neither lets in, nor names whoever a group lets in.
 */
export const admissionOf = (
  { email, emailVerified, subject, groups = [] }: Person,
  whoMay: WhoMay,
): Admission | undefined => {
  const address = email.toLowerCase()
  const name = emailVerified ? address : subject
  if (emailVerified && whoMay.emails.includes(address)) return { name, admittedBy: BY_EMAIL }
  const group = groups.find((one) => whoMay.groups.includes(one))
  return group === undefined ? undefined : { name, admittedBy: `${BY_GROUP}${group}` }
}

/** Settings may have changed since she signed in. */
export const isStillAdmitted = ({ name, admittedBy }: Admission, { emails, groups }: WhoMay): boolean =>
  admittedBy === BY_EMAIL ? emails.includes(name) : groups.includes(admittedBy.slice(BY_GROUP.length))
