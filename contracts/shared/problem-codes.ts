type Described = { status: number | readonly number[]; when: string; more?: Record<string, unknown> }

/**
 * Every code that a problem may carry: its status, when it is answered, and for the examples the fields that its
 * problem adds. A code keeps its meaning; an operation's own list names those that it answers.
 */
export const PROBLEMS = {
  // Of any operation.
  'malformed-request': { status: 400, when: 'The request could not be read.' },
  'too-slow': { status: 408, when: 'The request took too long to arrive.' },
  'too-large': { status: 413, when: 'The request is too large.' },
  'too-long': { status: 414, when: 'The address is too long.' },
  'unsupported-content': { status: 415, when: 'The body is not JSON.' },
  'internal-error': { status: 500, when: 'Something went wrong on our side.' },
  'database-away': {
    status: 503,
    when: 'Our database did not answer in time.',
    more: { retryAfterSeconds: 3 },
  },
  // Of many.
  'not-found': { status: 404, when: 'There is nothing of this business under this id.' },
  'invalid-request': {
    status: 422,
    when: 'A field is not as described.',
    more: { fields: [{ path: 'query', message: 'is missing' }] },
  },
  'invalid-cursor': {
    status: 422,
    when: 'The cursor is not one that an answer gave.',
    more: { fields: [{ path: 'cursor', message: 'is not a place in this list' }] },
  },
  'key-used': {
    status: 409,
    when: 'The idempotency key was used for another request, or too long ago. Nothing was done.',
  },
  'changed-meanwhile': {
    status: 409,
    when: 'It was changed since the version that was given. This change was not saved.',
  },
  'too-many-requests': {
    status: 429,
    when: 'Too many attempts in a short time.',
    more: { retryAfterSeconds: 30 },
  },
  'cross-origin': { status: 403, when: 'The call came from a page of another site.' },
  'vendor-busy': {
    status: 503,
    when: 'A service that we depend on is busy.',
    more: { retryAfterSeconds: 5 },
  },
  'vendor-failed': { status: 502, when: 'A service that we depend on did not answer as it should.' },
  // Who may call.
  'not-signed-in': { status: 401, when: 'There is no session, or it is over.' },
  deactivated: {
    status: 403,
    when: 'The account is deactivated. It can be reactivated.',
    more: { isDeactivated: true },
  },
  'no-business': { status: 409, when: 'No business is chosen yet.' },
  'token-not-valid': { status: 401, when: 'The one-time token is used up, too old, or of another browser.' },
  // A business at Google.
  'already-live': {
    status: 409,
    when: 'The business is live: another one is chosen by the call that changes it, and not by that of onboarding.',
  },
  'place-not-found': { status: [404, 422], when: 'Google knows no such place.' },
  'place-closed': {
    status: 422,
    when: 'Google says that the place has closed for good.',
    more: {
      fields: [
        {
          path: 'placeId',
          message:
            'Google says that Raman Plumbing has closed for good. Please choose the one where you are now.',
        },
      ],
    },
  },
  'places-unavailable': { status: 503, when: 'Google cannot be asked now.', more: { retryAfterSeconds: 5 } },
  'foreign-link': {
    status: 422,
    when: 'The link does not lead to Google.',
    more: { fields: [{ path: 'reviewUrl', message: 'The link must be a link of Google.' }] },
  },
  // Reviews.
  'profile-not-connected': { status: 409, when: 'The owner has not let us read reviews, or not lately.' },
  'reviews-detaching': { status: 409, when: 'The last connection is still being given back at Google.' },
  'location-not-found': { status: 404, when: 'The owner does not manage this profile at Google.' },
  'profile-unavailable': {
    status: 503,
    when: 'Google cannot be asked for profiles now.',
    more: { retryAfterSeconds: 30 },
  },
  // Xero.
  'xero-not-connected': { status: 409, when: 'No organisation is connected.' },
  'not-connected': { status: 404, when: 'This organisation is not connected to the account.' },
  'not-retryable': { status: 409, when: 'Deciding this invoice again would change nothing.' },
  'xero-unavailable': { status: 503, when: 'Xero cannot be asked now.', more: { retryAfterSeconds: 60 } },
  // Texts.
  'invalid-template': {
    status: 422,
    when: 'The message breaks a rule for messages.',
    more: { fields: [{ path: 'message', message: 'Please write a message.' }] },
  },
  'mail-off': { status: 409, when: 'Nothing goes by e-mail here, because no mail server is set.' },
  'invalid-phone': {
    status: 422,
    when: 'The number is no mobile that we can text.',
    more: { fields: [{ path: 'phone', message: 'Please enter a mobile number that can get texts.' }] },
  },
  'number-not-confirmed': {
    status: 409,
    when: 'Test texts go to numbers that were confirmed by a code. `openCode` is one that waits to be typed in.',
  },
  'number-confirmed': { status: 409, when: 'The number is confirmed already and needs no code.' },
  'wrong-code': { status: 409, when: 'The code is not one that was texted to this number.' },
  'code-over': { status: 409, when: 'No code for this number counts any more.' },
  'on-its-way': {
    status: 409,
    when: 'The text was handed over just now: it cannot be stopped or held any more.',
  },
  'not-waiting': { status: 409, when: 'The text is over, and does not wait any more.' },
  'not-wanted': {
    status: 409,
    when: 'Something stands against sending this text: an opt-out, the cooldown, or an invoice not paid any more.',
  },
  'outside-hours': { status: 409, when: 'Texts wait for the sending hours of the business.' },
  'no-review-page': { status: 409, when: 'The review link of the business leads to no review page.' },
  'comparison-running': {
    status: 409,
    when: 'A comparison runs: no other begins, and what it compares stays as it is.',
  },
  'reviews-not-connected': {
    status: 409,
    when: 'Reviews are counted, and those of the business are not connected.',
  },
  'same-sides': {
    status: 422,
    when: 'Both sides of the comparison would be the same.',
    more: { fields: [{ path: 'delayMinutes', message: 'Choose another delay than the one that you have.' }] },
  },
  'too-many-excluded': { status: 409, when: 'As many customers as possible are excluded one by one.' },
  'opted-out': { status: 409, when: 'The phone replied STOP to a text, or opted out by the link in one.' },
  'text-refused': { status: 409, when: 'The network refused the text. Nothing was charged.' },
  'gateway-busy': {
    status: 503,
    when: 'The network is busy. Nothing was charged.',
    more: { retryAfterSeconds: 10 },
  },
  // Money.
  'no-funds': { status: 409, when: 'There are not enough funds for this text.' },
  'payment-not-found': { status: 404, when: 'There is no such payment of this business.' },
  'card-not-found': { status: 404, when: 'There is no such card of this business.' },
  'auto-top-up-off': { status: 409, when: 'Automatic top-ups are not agreed to.' },
  // Printed codes.
  'unknown-code': { status: 404, when: 'There is no such code, or it is not of this business.' },
  'already-claimed': { status: 409, when: 'The code belongs to someone else.' },
  'code-expired': { status: 410, when: 'The code was printed too long ago to be claimed.' },
  // What is erased.
  'being-sent': { status: 409, when: 'A text to this customer is on its way: nothing was erased.' },
  erased: { status: 409, when: 'The business is being erased, or is erased: it cannot be taken back.' },
  // The operator's console.
  'read-only': { status: 403, when: 'An operator looks at the screens of an owner: she changes nothing.' },
  'no-consent': { status: 409, when: 'The owner does not let support look at her screens.' },
  'unknown-batch': { status: 404, when: 'No codes are kept under this name.' },
  batch: { status: [409, 422], when: 'The batch cannot be as it was asked for.' },
  'business-paused': { status: 409, when: 'Support has paused review requests of this business.' },
  'reason-missing': {
    status: 422,
    when: 'An act of an operator’s needs a reason.',
    more: { fields: [{ path: 'reason', message: 'Please give a reason.' }] },
  },
  // The account's file.
  busy: { status: 503, when: 'Other exports are under way.', more: { retryAfterSeconds: 60 } },
} as const satisfies Record<string, Described>

export type ProblemCode = keyof typeof PROBLEMS
