import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ownMessage, XERO_RETURNS } from '../../contracts/shared/xero-returns.ts'
import { PageHeading } from '../ui/layout/heading.tsx'
import { NarrowPage } from '../ui/layout/narrow-page.tsx'
import { postResult } from './popup-result.ts'
import { rememberFailure, rememberNote, takeReturn } from './same-tab-return.ts'

const CLOSES_MS = 500
const CLOSES_ALONE_MS = 1000

/** The popup's last page: posts the result to the page that opened it, and closes. */
export const XeroCallbackPage = (): ReactNode => {
  const [params] = useSearchParams()
  const success = params.get('xero') === 'success'
  const message = ownMessage(params.get('message'))
  const [stayedOpen, setStayedOpen] = useState(false)
  const hasPosted = useRef(false)

  useEffect(() => {
    if (hasPosted.current) return
    hasPosted.current = true
    const error = success ? null : (message ?? XERO_RETURNS['consent-declined'])
    postResult({ success, error, ...(success && message && { note: message }) })
    const path = takeReturn()
    if (path && !window.opener) {
      if (error) rememberFailure(error)
      else if (message) rememberNote(message)
      window.location.replace(path)
      return
    }
    setTimeout(
      () => {
        window.close()
        setTimeout(() => setStayedOpen(true), 400)
      },
      window.opener ? CLOSES_MS : CLOSES_ALONE_MS,
    )
  }, [success, message])

  return (
    <NarrowPage>
      <PageHeading tab={success ? 'Xero connected' : 'Xero not connected'}>
        {success ? 'Xero is connected' : 'Xero was not connected'}
      </PageHeading>
      <p role="status">
        {stayedOpen
          ? 'You can close this window and go on in the other one.'
          : 'This window closes by itself.'}
      </p>
      {stayedOpen && <a href="/onboarding">Go on here instead</a>}
    </NarrowPage>
  )
}
