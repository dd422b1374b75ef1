import { useCallback, useState, type ReactNode } from 'react'
import type { ExcludedContact } from '../../contracts/message-settings.ts'
import { call } from '../lib/api.ts'
import { useSearch } from '../lib/use-search.ts'
import { Button } from '../ui/controls/button.tsx'
import { SearchBox } from '../ui/controls/search-box.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './contact-search.module.css'

export type Contact = Pick<ExcludedContact, 'tenantId' | 'contactId' | 'name'>

/** The search for a customer among the contacts in Xero; says so where an organisation could not be asked. */
export const ContactSearch = ({
  label,
  hint,
  isBusy = false,
  onChoose,
}: {
  label: string
  hint: string
  isBusy?: boolean
  onChoose: (contact: Contact) => void
}): ReactNode => {
  const [text, setText] = useState('')
  const [notAsked, setNotAsked] = useState<string | null>(null)
  const ask = useCallback(async (query: string, signal: AbortSignal) => {
    const answer = await call('GET /api/sms/contacts', { query: { query }, signal })
    if (!signal.aborted) setNotAsked(answer.notAsked)
    return answer.contacts
  }, [])
  const search = useSearch(text, ask)
  return (
    <>
      <SearchBox
        label={label}
        hint={hint}
        placeholder="Search your contacts in Xero"
        text={text}
        onType={setText}
        search={search}
        idOf={(contact) => contact.contactId}
        show={(contact) => (
          <span className={styles.found} dir="auto">
            {contact.name}
          </span>
        )}
        onChoose={(contact) => {
          setText('')
          onChoose(contact)
        }}
        nothingFound={
          notAsked === null ? 'No contact in Xero has that name.' : 'No customer who paid has that name.'
        }
        isBusy={isBusy}
      />
      {search.status === 'found' && notAsked !== null && (
        <Notice
          tone="warn"
          action={
            <Button look="plain" onClick={search.retry}>
              Search again
            </Button>
          }
        >
          {notAsked}
        </Notice>
      )}
    </>
  )
}
