import { useCallback, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ExcludedContact } from '../../../contracts/message-settings.ts'
import { call } from '../../lib/api.ts'
import { useSearch } from '../../lib/use-search.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SearchBox } from '../../ui/controls/search-box.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { EraseCustomerDialog } from './erase-customer-dialog.tsx'
import styles from './erase-customer.module.css'

type Contact = Pick<ExcludedContact, 'tenantId' | 'contactId' | 'name'>

/** For a customer who wants nothing kept of them. */
export const EraseCustomer = (): ReactNode => {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Contact | null>(null)
  const [notAsked, setNotAsked] = useState<string | null>(null)
  const queries = useQueryClient()
  const ask = useCallback(async (query: string, signal: AbortSignal) => {
    const answer = await call('GET /api/sms/contacts', { query: { query }, signal })
    if (!signal.aborted) setNotAsked(answer.notAsked)
    return answer.contacts
  }, [])
  const search = useSearch(text, ask)
  const erased = (name: string): void => {
    setChosen(null)
    showToast('ok', `${name} is erased, and gets no texts from you any more.`)
    void queries.invalidateQueries()
  }

  return (
    <section className={styles.section} aria-labelledby="erase-customer">
      <h2 id="erase-customer">Erase a customer</h2>
      <SearchBox
        label="A customer who wants nothing kept"
        hint="You see what would go before anything does."
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
          setChosen(contact)
        }}
        nothingFound={
          notAsked === null ? 'No contact in Xero has that name.' : 'No customer who paid has that name.'
        }
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
      {chosen && (
        <EraseCustomerDialog
          key={chosen.contactId}
          contact={chosen}
          onClose={() => setChosen(null)}
          onErased={() => erased(chosen.name)}
        />
      )}
    </section>
  )
}
