import { showToast } from '../ui/feedback/toasts.tsx'
import { takeNote } from './same-tab-return.ts'

/** Once on the page that Xero leads back to in the same tab: what is to be said after a success. */
export const showReturnNote = (): void => {
  const note = takeNote()
  if (note) showToast('ok', note)
}
