import type { vendorChecks } from '../../../server/operations/checks/check-vendors.ts'

export type Question = {
  name: string
  ask: string
  secret?: boolean
  /** Taken where the answer is empty; '' leaves the setting out. */
  otherwise?: string
  /** Asked only where this one has an answer, other than `off`. */
  after?: string
}

export type Step = {
  title: string
  /** Why it is needed, where to find it, and what to register there. */
  words: (publicUrl: string) => string[]
  questions: Question[]
  check?: keyof ReturnType<typeof vendorChecks> | 'database'
}

export const SOCKET_URL = 'postgres://goodword@%2Fvar%2Frun%2Fpostgresql/goodword'

/** One thing at a time, in the order in which one needs the other. */
export const STEPS: Step[] = [
  {
    title: 'The public address',
    words: () => [
      'Links in texts, sign-in and the vendors’ callbacks lead here: choose it once. https, without a path.',
    ],
    questions: [{ name: 'PUBLIC_URL', ask: 'Address, like https://reviews.example.com:' }],
  },
  {
    title: 'The database',
    words: () => [
      'PostgreSQL 17 or 18. On this machine by its socket, which asks for no password where the user’s name is the same;',
      'elsewhere by TLS: postgres://goodword:password@db.example.com/goodword?sslmode=verify-full',
    ],
    questions: [
      { name: 'DATABASE_URL', ask: `Address [${SOCKET_URL}]:`, secret: true, otherwise: SOCKET_URL },
    ],
    check: 'database',
  },
  {
    title: 'Google: sign-in',
    words: (at) => [
      'Owners sign in with Google. https://console.cloud.google.com/apis/credentials: Create credentials, OAuth client ID,',
      `Web application, with this authorised redirect URI: ${at}/api/auth/google/callback`,
      'A new project asks for its consent screen first: external, and the scopes openid, email and profile.',
    ],
    questions: [
      { name: 'OIDC_CLIENT_ID', ask: 'Client ID:' },
      { name: 'OIDC_CLIENT_SECRET', ask: 'Client secret:', secret: true },
    ],
    check: 'signIn',
  },
  {
    title: 'Google: places',
    words: () => [
      'Finds businesses by their names. Switch on "Places API (New)" at https://console.cloud.google.com/apis/library, which',
      'asks for a billing account, and make an API key where the client was made.',
    ],
    questions: [{ name: 'PLACES_API_KEY', ask: 'API key:', secret: true }],
    check: 'places',
  },
  {
    title: 'Google: reviews',
    words: (at) => [
      'Shows owners their own reviews, where they allow it. Google has to approve your project first, which takes weeks: press',
      `Enter to leave it off, and see docs/REVIEWS.md. Switched on, it needs the redirect URI ${at}/api/reviews/callback`,
    ],
    questions: [
      { name: 'REVIEWS', ask: 'Read reviews, on or off [off]:', otherwise: 'off' },
      {
        name: 'REVIEWS_CLIENT_ID',
        ask: 'Client ID of its own [that of the sign-in]:',
        otherwise: '',
        after: 'REVIEWS',
      },
      {
        name: 'REVIEWS_CLIENT_SECRET',
        ask: 'Its client secret:',
        secret: true,
        otherwise: '',
        after: 'REVIEWS_CLIENT_ID',
      },
    ],
    check: 'reviews',
  },
  {
    title: 'Xero',
    words: (at) => [
      'Says which invoices are paid. https://developer.xero.com/app/manage: a new web app, with the redirect URI',
      `${at}/api/xero/callback and, under Webhooks, ${at}/webhooks/xero`,
      'for invoices, contacts and, where Xero offers them, payments.',
      'Xero tests that address: its status turns to OK once api runs, and only then is the webhooks key known to be right.',
    ],
    questions: [
      { name: 'XERO_CLIENT_ID', ask: 'Client id:' },
      { name: 'XERO_CLIENT_SECRET', ask: 'Client secret:', secret: true },
      { name: 'XERO_WEBHOOK_KEY', ask: 'Webhooks key:', secret: true },
    ],
    check: 'xero',
  },
  {
    title: 'Twilio',
    words: (at) => [
      'Sends the texts. https://console.twilio.com, Account Info: the account’s own SID and auth token, not an API key.',
      'At the number, or the messaging service, "A message comes in", POST, with its end, which makes Twilio try again:',
      `${at}/webhooks/twilio/inbound#rc=5&rp=all`,
    ],
    questions: [
      { name: 'TWILIO_ACCOUNT_SID', ask: 'Account SID (AC…):' },
      { name: 'TWILIO_AUTH_TOKEN', ask: 'Auth token:', secret: true },
      {
        name: 'TWILIO_FROM',
        ask: 'Sender, a number like +61480000000, a registered name, or a service (MG…):',
      },
    ],
    check: 'twilio',
  },
  {
    title: 'Stripe',
    words: (at) => [
      'Takes what owners pay. https://dashboard.stripe.com/apikeys, a live key; https://dashboard.stripe.com/webhooks,',
      `an endpoint ${at}/webhooks/stripe for checkout.session.*, payment_intent.succeeded,`,
      'payment_intent.payment_failed, payment_intent.canceled, refund.* and charge.dispute.*. Its signing secret is checked by',
      'the first call that comes.',
    ],
    questions: [
      { name: 'STRIPE_SECRET_KEY', ask: 'Secret key (sk_live_… or rk_live_…):', secret: true },
      { name: 'STRIPE_WEBHOOK_SECRET', ask: 'Signing secret of the endpoint (whsec_…):', secret: true },
    ],
    check: 'stripe',
  },
  {
    title: 'Mail to owners and customers',
    words: () => [
      'To owners: a lost connection, funds that run low, the weekly letter. To customers: reminders, where an owner chose',
      'e-mail for them. Without a server no mail is sent.',
    ],
    questions: [
      {
        name: 'SMTP_URL',
        ask: 'Server, like smtps://user:password@mail.example.com [none]:',
        secret: true,
        otherwise: '',
      },
      {
        name: 'MAIL_FROM',
        ask: 'From, like Goodword <hello@example.com> [no-reply@ and your host]:',
        otherwise: '',
        after: 'SMTP_URL',
      },
    ],
    check: 'mail',
  },
  {
    title: 'Prices',
    words: () => [
      'What owners pay you, in cents by country, for each segment of a text: 160 letters, or 70 with an emoji or the like.',
      '/welcome/ publishes it. What Twilio takes from you is another price: look it up at https://www.twilio.com/sms/pricing.',
      'A country that is not named is not texted.',
    ],
    questions: [
      { name: 'CURRENCY', ask: 'Currency [AUD]:', otherwise: 'AUD' },
      { name: 'SMS_PRICES', ask: 'Prices [AU=9,NZ=14,GB=8,US=5]:', otherwise: 'AU=9,NZ=14,GB=8,US=5' },
    ],
  },
  {
    title: 'Who runs it',
    words: () => [
      'Stands on the pages, on receipts, and below each screen. Our pages on privacy and terms are drafts: name yours,',
      'which a lawyer has seen, or `doctor` says what is open.',
    ],
    questions: [
      { name: 'COMPANY_NAME', ask: 'Name:' },
      { name: 'COMPANY_ADDRESS', ask: 'Address:' },
      { name: 'COMPANY_EMAIL', ask: 'E-mail address:' },
      { name: 'PRIVACY_URL', ask: 'Address of your privacy page [ours]:', otherwise: '' },
      { name: 'TERMS_URL', ask: 'Address of your terms [ours]:', otherwise: '' },
    ],
  },
]
