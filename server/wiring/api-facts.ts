import { EXAMPLES } from '../../contracts/shared/examples.ts'
import { PROBLEMS } from '../../contracts/shared/problem-codes.ts'
import { problem } from '../../contracts/shared/problem.ts'
import type { ApiFacts } from '../platform/http/api/describe-api.ts'
import type { OperatorCookies } from '../operator/signing-in/require-operator.ts'
import type { Cookies } from '../sessions/cookies.ts'

/** What the description of the API contains beside its operations. */
export const apiFacts = (
  { session, browser, checkout }: Cookies,
  operator: OperatorCookies | undefined,
): ApiFacts => ({
  title: 'Goodword',
  version: '1',
  description:
    'What the screens ask of the server. Amounts are decimal; moments are UTC, ISO 8601; days are those of the calendar of the business. Each refusal is a problem (RFC 9457) with a stable `code`.',
  license: { name: 'MIT', identifier: 'MIT' },
  tags: {
    sessions: 'Sign in and out.',
    accounts: 'Leave, come back, and take everything along.',
    businesses: 'The business, as Google knows it.',
    organisations: 'The organisations in Xero whose invoices count.',
    experiments: 'Comparisons: a text against none, two delays, two messages.',
    'message-settings': 'What a text says, when texts go out, and to whom none goes.',
    'test-texts': 'A text to the owner’s own phone.',
    'review-requests': 'The texts to customers.',
    reviews: 'The reviews of the business, as Google returned them.',
    activity: 'Every paid invoice, and what became of it.',
    payments: 'Funds: what is there, what moved, and how more is paid in.',
    claims: 'Printed codes.',
    notices: 'Mails to the owner.',
    changes: 'What is new since the last look.',
    support: 'What support may see, and what it did.',
    ...(operator && { operator: 'The console of whoever runs the product.' }),
    status: 'Whether the service works, for everybody.',
    description: 'This description.',
  },
  problem,
  problems: PROBLEMS,
  cookies: {
    session: { name: session.name, description: 'Who is signed in.' },
    browser: { name: browser.name, description: 'Which browser began to sign in or to connect Xero.' },
    checkout: { name: checkout.name, description: 'Which browser left for the payment page.' },
    ...(operator && {
      operator: { name: operator.session.name, description: 'Which operator is signed in.' },
      operatorBrowser: { name: operator.browser.name, description: 'Which browser began to sign in there.' },
    }),
  },
  examples: EXAMPLES,
})
