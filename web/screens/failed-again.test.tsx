import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { User } from '../../contracts/sessions.ts'
import { QrCodes } from '../claims/qr-codes.tsx'
import { CurrentUserContext } from '../lib/session/current-user.ts'
import { LabelsChoice } from '../message-settings/rules/labels-choice.tsx'
import { ChooseProfile } from '../reviews/choose-profile.tsx'

vi.mock('../lib/site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

const label = { id: 'a', kind: 'contact_group', name: 'Strata' }
const owner: User = {
  id: 'a',
  name: 'Dee Whitlock',
  email: 'dee@whitlock.example',
  businessName: 'Whitlock Electrical',
  googleReviewUrl: null,
  isOnboardingComplete: true,
}
const profile = { locationId: 'a', title: 'Whitlock', address: null, isVerified: true, isSamePlace: true }

test.each<[string, string[], unknown, () => ReactNode, string]>([
  ['codes', ['qr-codes'], { codes: [], timeZone: 'UTC' }, () => <QrCodes />, 'No codes yet'],
  [
    'groups of Xero',
    ['xero-labels'],
    { notAsked: null, labels: [label] },
    () => <LabelsChoice labels={[]} onToggle={() => undefined} />,
    'Strata',
  ],
  [
    'profiles',
    ['reviews', 'locations'],
    { locations: [profile] },
    () => <ChooseProfile onChosen={() => undefined} />,
    'Whitlock',
  ],
])('%s that were loaded stay when asking again fails', (_what, queryKey, known, screen, words) => {
  const queries = new QueryClient()
  queries.setQueryData(queryKey, known)
  const query = queries.getQueryCache().find({ queryKey })!
  query.setState({ ...query.state, status: 'error', error: new Error('no network') })
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <CurrentUserContext value={{ user: owner, replaceUser: () => undefined }}>
        {screen()}
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  expect(shown).toContain(words)
  expect(shown).not.toContain('could not be loaded')
})
