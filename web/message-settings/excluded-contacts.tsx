import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, type ReactNode } from 'react'
import type { ExcludedContact } from '../../contracts/message-settings.ts'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/problems.ts'
import { useSearch } from '../lib/use-search.ts'
import { SearchBox } from '../ui/controls/search-box.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import styles from './settings-form.module.css'

/** Customers that the owner never wants to be texted. Saved at once. */
export const ExcludedContacts = ({ excluded }: { excluded: ExcludedContact[] }): ReactNode => {
  const [text, setText] = useState('')
  const ask = useCallback(
    async (query: string, signal: AbortSignal) =>
      (await call('GET /api/sms/contacts', { query: { query }, signal })).contacts,
    [],
  )
  const search = useSearch(text, ask)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: ({ contactId, isOut }: { contactId: string; isOut: boolean }) =>
      call(`${isOut ? 'PUT' : 'DELETE'} /api/sms/excluded-contacts/{contactId}`, { params: { contactId } }),
    onSuccess: (settings) => {
      queries.setQueryData(['sms', 'settings'], settings)
      setText('')
    },
    onError: (error) => showToast('bad', inWords(error)),
  })

  return (
    <div className={styles.contacts}>
      <SearchBox
        label="Customers to leave out"
        hint="They are never texted, whatever they pay. Saved at once."
        placeholder="Search a customer by name"
        text={text}
        onType={setText}
        search={search}
        idOf={(contact) => contact.contactId}
        show={(contact) => <span dir="auto">{contact.name}</span>}
        onChoose={({ contactId }) => change.mutate({ contactId, isOut: true })}
        nothingFound="No customer of a paid invoice has that name."
        isBusy={change.isPending}
      />
      {excluded.length > 0 && (
        <ul className={styles.words} aria-label="Left out">
          {excluded.map(({ contactId, name }) => (
            <li key={contactId}>
              <span dir="auto">{name}</span>
              <button
                type="button"
                aria-label={`Text ${name} again`}
                disabled={change.isPending}
                onClick={() => change.mutate({ contactId, isOut: false })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
