import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { asks } from '../lib/asks.ts'
import { useLeaveGuard } from '../lib/leave-guard.ts'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { AutomationSwitch } from './automation-switch.tsx'
import { ExcludedContacts } from './excluded-contacts.tsx'
import { MessageEditor } from './message-editor.tsx'
import { SettingsForm } from './settings-form.tsx'
import styles from './sms-page.module.css'

/** What customers are texted, whether, and when. */
export const SmsPage = (): ReactNode => {
  const template = useQuery(asks('GET /api/sms/template'))
  const settings = useQuery(asks('GET /api/sms/settings'))
  const [isMessageDirty, setIsMessageDirty] = useState(false)
  const [areSettingsDirty, setAreSettingsDirty] = useState(false)
  useLeaveGuard(isMessageDirty || areSettingsDirty)

  return (
    <TabPage
      title="SMS Setup"
      lead="What a customer is sent when an invoice is paid, and below it when and how often."
    >
      {template.data ? (
        <>
          <AutomationSwitch template={template.data} />
          <MessageEditor template={template.data} onDirty={setIsMessageDirty} />
        </>
      ) : template.isError ? (
        <LoadError what="Your message could not be loaded." error={template.error} retry={template.refetch} />
      ) : (
        <LoadingRows count={5} label="Loading your message" />
      )}
      <section className={styles.section} aria-labelledby="who-and-when">
        <h2 id="who-and-when">When, and whom</h2>
        {settings.data ? (
          <>
            <SettingsForm settings={settings.data} onDirty={setAreSettingsDirty} />
            <ExcludedContacts excluded={settings.data.excludedContacts} />
          </>
        ) : settings.isError ? (
          <LoadError
            what="Your settings could not be loaded."
            error={settings.error}
            retry={settings.refetch}
          />
        ) : (
          <LoadingRows count={4} label="Loading your settings" />
        )}
      </section>
    </TabPage>
  )
}
