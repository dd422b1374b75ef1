import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, type ReactNode } from 'react'
import type { Place } from '../../contracts/businesses.ts'
import type { OwnedCode } from '../../contracts/claims.ts'
import { call } from '../lib/api.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { useSearch } from '../lib/use-search.ts'
import { Button } from '../ui/controls/button.tsx'
import { GrowingDialog } from '../ui/controls/growing-dialog.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { PlaceSearch } from './place-search.tsx'

/** Points a printed code to another business: what is on the wall stays, where it leads changes. */
export const MoveCode = ({ code, onClose }: { code: OwnedCode | null; onClose: () => void }): ReactNode => {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [place, setPlace] = useState<Place | null>(null)
  // One token from the first letter to the choice: Google then bills one look-up, not one a letter.
  const [sessionToken, renewToken] = useState(() => crypto.randomUUID())
  const ask = useCallback(
    async (query: string, signal: AbortSignal) =>
      (await call('GET /api/places', { query: { query, sessionToken }, signal })).places,
    [sessionToken],
  )
  const search = useSearch(text, ask)
  const move = useMutation({
    mutationFn: ({ slug, placeId }: { slug: string; placeId: string }) =>
      call('PUT /api/qr-codes/{slug}', { params: { slug }, body: { placeId, sessionToken } }),
    onSuccess: (moved) => {
      showToast('ok', `${moved.slug} now leads to ${moved.business.name}.`)
      void queries.invalidateQueries({ queryKey: ['qr-codes'] })
      close()
    },
  })
  const close = (): void => {
    setText('')
    setPlace(null)
    renewToken(crypto.randomUUID())
    move.reset()
    onClose()
  }

  return (
    <GrowingDialog
      title="Point this code to another business"
      isOpen={code !== null}
      onClose={close}
      no="Cancel"
      isBusy={move.isPending}
      actions={
        <Button
          disabled={!place}
          busy={move.isPending}
          onClick={() => code && place && move.mutate({ slug: code.slug, placeId: place.placeId })}
        >
          Point it there
        </Button>
      }
    >
      <PlaceSearch
        text={place ? place.name : text}
        onType={(typed) => {
          setPlace(null)
          setText(typed)
        }}
        search={place ? { status: 'idle', retry: search.retry } : search}
        pickedId={null}
        onPick={setPlace}
      />
      {place && (
        <p role="status">
          {place.name}, {place.address || 'without an address'}
        </p>
      )}
      <ActError error={move.error} />
    </GrowingDialog>
  )
}
