import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { BacktestRequest } from '../../contracts/backtest.ts'
import { Button } from '../ui/controls/button.tsx'
import { useFocusHeir } from '../ui/layout/use-focus-heir.ts'
import styles from './save-bar.module.css'

/** What could be tried before it is saved. */
export type TriedDraft = Pick<BacktestRequest, 'settings' | 'rules' | 'excludedContacts' | 'message'>
/** A piece of the page that can be changed. What cannot be saved says why by itself, and stays unsaved. */
export type Part = { save: () => unknown; undo: () => void; draft?: () => TriedDraft }
/** `hasAside`: something is put aside which leaving would lose, and saving does not save. */
export type PartState = { isDirty: boolean; isSaving: boolean; hasAside: boolean }
export type UnsavedPart = {
  part: RefObject<Part | null>
  state: PartState
  onState: (state: PartState) => void
}

export const usePart = (): UnsavedPart => {
  const part = useRef<Part>(null)
  const [state, onState] = useState<PartState>({ isDirty: false, isSaving: false, hasAside: false })
  return { part, state, onState }
}

/** Before the page paints: whoever undoes her changes and leaves at once is not asked about them. */
export const useReportState = (
  onState: (state: PartState) => void,
  isDirty: boolean,
  isSaving: boolean,
  hasAside = false,
): void =>
  useLayoutEffect(() => onState({ isDirty, isSaving, hasAside }), [onState, isDirty, isSaving, hasAside])

/** Shows while something is not saved, and saves or undoes all of it. */
export const SaveBar = ({
  parts,
  tryOut,
}: {
  parts: UnsavedPart[]
  /** A button that tries what is not saved yet. */
  tryOut: (draft: () => TriedDraft) => ReactNode
}): ReactNode => {
  const dirty = parts.filter(({ state }) => state.isDirty)
  const isSaving = parts.some(({ state }) => state.isSaving)
  // One after the other: two answers must not overwrite each other.
  const save = async (): Promise<void> => {
    for (const { part } of dirty) await part.current?.save()
  }
  return (
    <div
      tabIndex={-1}
      data-focus-heir
      className={dirty.length > 0 ? styles.bar : styles.saved}
      data-save-bar={dirty.length > 0 || undefined}
    >
      <p role="status">{dirty.length > 0 ? 'Not saved yet.' : ''}</p>
      {dirty.length > 0 && (
        <Acts>
          <Button
            look="ghost"
            disabled={isSaving}
            onClick={() => dirty.forEach(({ part }) => part.current?.undo())}
          >
            Undo changes
          </Button>
          {tryOut(() => Object.assign({}, ...dirty.map(({ part }) => part.current?.draft?.())))}
          <Button busy={isSaving} onClick={() => void save()}>
            Save changes
          </Button>
        </Acts>
      )}
    </div>
  )
}

const Acts = ({ children }: { children: ReactNode }): ReactNode => {
  const place = useRef<HTMLDivElement>(null)
  useFocusHeir(place)
  return (
    <div ref={place} className={styles.acts}>
      {children}
    </div>
  )
}
