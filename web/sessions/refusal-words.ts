/** Why the sign-in was refused, where the code is known: shown after the fixed sentence. */
export const refusalInWords = (code: string): string | undefined => REASONS[code]

const REASONS: Record<string, string> = {
  declined: 'You chose not to share your name and e-mail address. We need both to know that it is you.',
  'email-unverified':
    'Google has not verified the e-mail address of this account. Verify it with Google first, or use another account.',
  'not-ours': 'This sign-in began in another browser, or too long ago.',
  unavailable: 'Google’s sign-in cannot be reached just now.',
  failed: 'Google’s answer could not be read.',
}
