import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { asks } from '../lib/asks.ts'
import { useLeaveGuard } from '../lib/leave-guard.ts'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { AutomationSwitch } from './automation-switch.tsx'
import { ExcludedContacts } from './excluded-contacts.tsx'
import { MessageEditor } from './message/message-editor.tsx'
import { ReminderSection } from './reminder/reminder-section.tsx'
import { RulesRows } from './rules/rules-rows.tsx'
import { SaveBar, usePart, type TriedDraft } from './save-bar.tsx'
import { SettingsForm } from './settings-form.tsx'

/** What customers are texted, whether, and when. The switch counts at once; everything else is saved together. */
export const SmsPage = ({
  backtest,
  tryOut,
}: {
  /** The way to what would have happened. */
  backtest: ReactNode
  tryOut: (draft: () => TriedDraft) => ReactNode
}): ReactNode => {
  const template = useQuery(asks('GET /api/sms/template'))
  const settings = useQuery(asks('GET /api/sms/settings'))
  const filters = useQuery(asks('GET /api/sms/rules'))
  const reminders = useQuery(asks('GET /api/sms/reminders'))
  const message = usePart()
  const rules = usePart()
  const leftOut = usePart()
  const contacts = usePart()
  const reminder = usePart()
  const parts = [message, rules, leftOut, contacts, reminder]
  useLeaveGuard(parts.some(({ state }) => state.isDirty || state.hasAside))

  return (
    <TabPage
      title="SMS Setup"
      lead={<p>What a customer is sent when an invoice is paid, when, and who is not asked.</p>}
      ways={backtest}
    >
      {template.data ? (
        <>
          <AutomationSwitch template={template.data} />
          <MessageEditor template={template.data} part={message.part} onState={message.onState} />
        </>
      ) : template.isError ? (
        <LoadError what="Your message could not be loaded." error={template.error} retry={template.refetch} />
      ) : (
        <LoadingRows count={5} label="Loading your message" />
      )}
      {settings.data ? (
        <SettingsForm
          settings={settings.data}
          part={rules.part}
          onState={rules.onState}
          others={
            <>
              {filters.data ? (
                <RulesRows rules={filters.data} part={leftOut.part} onState={leftOut.onState} />
              ) : filters.isError ? (
                <LoadError
                  what="What is left out could not be loaded."
                  error={filters.error}
                  retry={filters.refetch}
                />
              ) : (
                <LoadingRows count={4} label="Loading what is left out" />
              )}
              <ExcludedContacts
                excluded={settings.data.excludedContacts}
                part={contacts.part}
                onState={contacts.onState}
              />
            </>
          }
        />
      ) : settings.isError ? (
        <LoadError
          what="Your settings could not be loaded."
          error={settings.error}
          retry={settings.refetch}
        />
      ) : (
        <LoadingRows count={4} label="Loading your settings" />
      )}
      {reminders.data && template.data ? (
        <ReminderSection
          settings={reminders.data}
          sender={template.data.sender}
          part={reminder.part}
          onState={reminder.onState}
        />
      ) : reminders.isError ? (
        <LoadError
          what="Your reminder could not be loaded."
          error={reminders.error}
          retry={reminders.refetch}
        />
      ) : (
        <LoadingRows count={2} label="Loading your reminder" />
      )}
      <SaveBar parts={parts} tryOut={tryOut} />
    </TabPage>
  )
}
