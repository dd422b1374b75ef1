import { useEffect } from 'react'
import { useMutation } from '../lib/use-mutation.ts'

/** Saves a part. What is changed while that is under way is not among it, so it stays in the form, unsaved. */
export const useSave = <Held, Saved, Answer>({
  held,
  saved,
  isDirty,
  send,
  onSaved,
  undo,
}: {
  /** All that the owner has put into the part, as it is typed. */
  held: Held
  /** What was saved before. */
  saved: Saved
  isDirty: boolean
  send: (held: Held, saved: Saved) => Promise<Answer>
  onSaved: (answer: Answer, before: Saved) => Promise<void>
  undo: () => void
}) => {
  const save = useMutation({
    mutationFn: (pressed: { held: Held; saved: Saved }) => send(pressed.held, pressed.saved),
    onSuccess: async (answer, pressed) => {
      await onSaved(answer, pressed.saved)
      // These options follow each change, also while a save is under way: `held` is what stands there by now.
      if (JSON.stringify(held) === JSON.stringify(pressed.held)) undo()
    },
  })
  useForgetOnceClean(save, isDirty)
  return {
    isSaving: save.isPending,
    error: save.error,
    sent: save.variables?.held,
    save: () => save.mutateAsync({ held, saved }).catch(() => undefined),
    /** Once it is changed. A save that is under way has its answer still to come, and stays busy. */
    forgetRefusal: () => {
      if (!save.isPending) save.reset()
    },
  }
}

/** What was undone, or was saved although its answer was lost, is not said to have failed: nothing is left to save. */
export const useForgetOnceClean = (
  { isError, reset }: { isError: boolean; reset: () => void },
  isDirty: boolean,
): void =>
  useEffect(() => {
    if (isError && !isDirty) reset()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isError, isDirty])
