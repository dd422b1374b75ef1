import { useState } from 'react'

/** What the shown list answers: `asked`, and until that has come the question before it. As the list's key it
    keeps what two answers have in common from being seen to move. */
export const useShown = (asked: string, isStale: boolean): string => {
  const [shown, setShown] = useState(asked)
  if (!isStale && shown !== asked) setShown(asked)
  return shown
}
