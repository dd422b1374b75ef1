/** Why the sign-in was refused, where the code tells: shown after the fixed sentence. */
export const refusalInWords = (code: string): string | undefined => REASONS[code]

const REASONS: Record<string, string> = {
  access_denied:
    'Google says that you chose not to share your name and e-mail address. We need both to know you.',
  email_not_verified:
    'Google has not verified the e-mail address of this account. Verify it with Google first.',
  expired: 'The sign-in took too long. Start again from the sign-in page.',
}
