import { useQueryClient } from '@tanstack/react-query'
import { useImperativeHandle, useState, type ReactNode, type Ref } from 'react'
import type { SmsSettings } from '../../contracts/message-settings.ts'
import { call } from '../lib/api.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { ActError } from '../ui/feedback/act-error.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { Chips } from './chips.tsx'
import { ContactSearch, type Contact } from './contact-search.tsx'
import { useReportState, type Part, type PartState } from './save-bar.tsx'
import styles from './settings-form.module.css'
import { cancelledWords } from './settings-rules.ts'
import { useForgetOnceClean } from './use-save.ts'

/** Customers that the owner never wants to be texted. */
export const ExcludedContacts = ({
  excluded,
  part,
  onState,
}: {
  excluded: Contact[]
  part: Ref<Part>
  onState: (state: PartState) => void
}): ReactNode => {
  const [draft, setDraft] = useState<Contact[] | null>(null)
  const chosen = draft ?? excluded
  const added = chosen.filter((contact) => !isAmong(excluded, contact))
  const removed = excluded.filter((contact) => !isAmong(chosen, contact))
  const isDirty = added.length > 0 || removed.length > 0
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: async () => {
      let cancelled = 0
      let saved: SmsSettings | undefined
      for (const { contactId, tenantId, name } of added) {
        const { cancelled: more, ...settings } = await call('PUT /api/sms/excluded-contacts/{contactId}', {
          params: { contactId },
          body: { tenantId, name },
        })
        cancelled += more
        saved = settings
      }
      for (const { contactId } of removed)
        saved = await call('DELETE /api/sms/excluded-contacts/{contactId}', { params: { contactId } })
      return { cancelled, saved }
    },
    onSuccess: async ({ cancelled, saved }) => {
      if (saved) await keepAnswer(queries, 'GET /api/sms/settings', saved)
      setDraft(null)
      showToast('ok', `The customers to leave out are saved. ${cancelledWords(cancelled)}`)
    },
    // Also after a failure: those before it are saved.
    onSettled: () => queries.invalidateQueries({ queryKey: ['sms', 'settings'] }),
  })
  useForgetOnceClean(save, isDirty)
  useReportState(onState, isDirty, save.isPending)
  useImperativeHandle(part, () => ({
    save: () => save.mutateAsync().catch(() => undefined),
    undo: () => setDraft(null),
    draft: () => ({ excludedContacts: chosen.map(({ contactId }) => contactId) }),
  }))
  const choose = (contacts: Contact[]): void => {
    setDraft(contacts)
    save.reset()
  }

  return (
    <div className={styles.contacts}>
      <ContactSearch
        label="Customers to leave out"
        hint="They are never texted, whatever they pay. You can choose any contact in Xero, even before a first payment."
        isBusy={save.isPending}
        onChoose={(contact) => {
          if (!isAmong(chosen, contact)) choose([contact, ...chosen])
        }}
      />
      <Chips
        label="Left out"
        isBusy={save.isPending}
        chips={chosen.map(({ contactId, name }) => ({
          key: contactId,
          words: name,
          takeOut: `Text ${name} again`,
          onTakeOut: () => choose(chosen.filter((other) => other.contactId !== contactId)),
        }))}
      />
      <ActError error={save.error} />
    </div>
  )
}

const isAmong = (contacts: Contact[], { contactId }: Pick<Contact, 'contactId'>): boolean =>
  contacts.some((contact) => contact.contactId === contactId)
