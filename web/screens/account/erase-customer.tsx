import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ContactSearch, type Contact } from '../../message-settings/contact-search.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { EraseCustomerDialog } from './erase-customer-dialog.tsx'
import styles from './erase-customer.module.css'

/** For a customer who wants nothing kept of them. */
export const EraseCustomer = (): ReactNode => {
  const [chosen, setChosen] = useState<Contact | null>(null)
  const queries = useQueryClient()
  const erased = (name: string): void => {
    setChosen(null)
    showToast('ok', `${name} is erased, and gets no texts from you any more.`)
    void queries.invalidateQueries()
  }

  return (
    <section className={styles.section} aria-labelledby="erase-customer">
      <h2 id="erase-customer">Erase a customer</h2>
      <ContactSearch
        label="A customer who wants nothing kept"
        hint="You see what would go before anything does."
        onChoose={setChosen}
      />
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
