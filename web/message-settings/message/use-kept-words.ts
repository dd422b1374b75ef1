import { useEffect, useState } from 'react'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { forgetWords, keepWords, keptWords, type KeptWords } from '../../lib/session/kept-words.ts'
import { keepAtExpiry } from '../../lib/session/session.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'

/** What she was writing when her last session ended in this tab, unless it is what is saved. */
export const useKeptWords = (saved: string): KeptWords | null => {
  const { user } = useCurrentUser()
  const [kept] = useState(() => {
    const words = keptWords(user.id)
    return words?.message === saved && words.aside.length === 0 ? null : words
  })
  useEffect(() => {
    // They stand in the form: what she agrees to lose from now on does not come back.
    forgetWords()
    if (kept) showToast('plain', 'What you wrote before your session ended is back.', { about: 'kept words' })
  }, [kept])
  return kept
}

/** While `words` are not saved, they are kept when the session ends. Whoever saves, undoes or leaves them is done. */
export const useKeepWords = (words: KeptWords | null): void => {
  const { user } = useCurrentUser()
  const isDirty = words !== null
  useEffect(() => (words ? keepAtExpiry(() => keepWords(user.id, words)) : undefined))
  useEffect(() => {
    if (!isDirty) forgetWords()
  }, [isDirty])
  useEffect(() => forgetWords, [])
}
