import {
  reminderSettings,
  reminderSettingsRequest,
  type ReminderSettings,
} from '../../../contracts/shared/reminders.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockSettings, refuseIfChanged, versionOf } from '../../businesses/settings-version.ts'
import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { refuseBadTemplate, TEMPLATE_FIELDS } from '../../texts/text-rules.ts'
import { cancelRequests } from '../life/end-requests.ts'
import type { MailDeps } from './mails/plan-mails.ts'
import { cancelReminderMails } from './mails/end-mails.ts'
import { findPlannedMails } from './mails/mail-queries.ts'
import { findWaitingReminders } from './remindable-queries.ts'
import { listCountries } from './reminder-countries-rules.ts'
import { REMINDER_DAYS } from './reminder-rules.ts'
import { findPostalAddress, readReminderSetting } from './reminder-settings.ts'
import { DEFAULT_REMINDER } from './reminder-words-rules.ts'
import { saveReminderSetting } from './save-reminder-setting.ts'

const PART = 'the reminder'

type ReminderRouteDeps = Pick<OwnerDoor, 'db' | 'requireSession'> &
  MailDeps & {
    /** By which texts are sent: those of before are not reminded. */
    databaseNow: () => Promise<Date>
  }

export const registerReminderRoutes = (
  app: Http,
  { db, requireSession, databaseNow, mail }: ReminderRouteDeps,
): void => {
  const operation = operations('message-settings', requireSession.ofBusiness)
  const settingsOf = async (trx: TenantTrx, businessId: string): Promise<ReminderSettings> => ({
    ...(await readSettings(trx, businessId)),
    canMail: mail.isOn,
  })

  app.get(
    '/api/sms/reminders',
    operation('getReminders', 'Show whether customers are reminded once, when, how and in which words.', {
      response: { 200: reminderSettings },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, (trx) => settingsOf(trx, businessId))
    },
  )

  app.put(
    '/api/sms/reminders',
    operation(
      'saveReminders',
      'Set whether customers are reminded once. Only texts sent after it was switched on are reminded.',
      {
        body: reminderSettingsRequest,
        response: { 200: reminderSettings },
        errors: ['changed-meanwhile', 'mail-off', 'invalid-template'],
      },
    ),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      const { version, ...rest } = request.body
      const wanted = { ...rest, message: rest.message.normalize('NFC') }
      const now = await databaseNow()
      return asBusiness(db, businessId, async (trx) => {
        await lockSettings(trx, businessId)
        const shown = await settingsOf(trx, businessId)
        // One that was saved before mails were off, or before a rule was there, can still be switched off.
        if (wanted.isOn && wanted.way === 'email' && !mail.isOn) throw mailIsOff()
        if (wanted.isOn || wanted.message !== shown.message) refuseBadTemplate(wanted.message)
        const before = await readReminderSetting(trx, businessId)
        await saveReminderSetting(trx, businessId, wanted, { before, userId, now })
        const saved = await settingsOf(trx, businessId)
        refuseIfChanged(version, { before: shown.version, after: saved.version }, PART)
        if (!wanted.isOn) await endWaiting(trx, businessId)
        const details = recorded(saved)
        if (JSON.stringify(details) !== JSON.stringify(recorded(shown))) {
          const by = { kind: 'owner', name: userId } as const
          await recordAct(trx, { by, act: 'set-reminders', businessId, details, now })
        }
        return saved
      })
    },
  )
}

/** What she switched off does not stand in her timeline as if it went. */
const endWaiting = async (trx: TenantTrx, businessId: string): Promise<void> => {
  const waiting = await findWaitingReminders(trx, businessId)
  await cancelReminderMails(trx, businessId, await findPlannedMails(trx, businessId), 'reminders_off')
  const requestIds = waiting.map(({ id }) => id)
  if (requestIds.length > 0) await cancelRequests(trx, businessId, 'reminders_off', { requestIds })
}

/** What a law may ask for later: whether, by which way, and what she confirmed. */
const recorded = ({ isOn, way, attested }: ReminderSettings) => ({ isOn, way, attested: attested.join(' ') })

const mailIsOff = (): Refusal =>
  new Refusal(
    'mail-off',
    409,
    'A reminder cannot go by e-mail, because no e-mails are set up here. Please choose by text.',
  )

const readSettings = async (
  trx: TenantTrx,
  businessId: string,
): Promise<Omit<ReminderSettings, 'canMail'>> => {
  const saved = await readReminderSetting(trx, businessId)
  const set = {
    isOn: saved?.isOn ?? false,
    afterDays: saved?.afterDays ?? REMINDER_DAYS.first,
    way: saved?.channel ?? ('text' as const),
    message: saved?.template ?? DEFAULT_REMINDER,
    attested: saved?.attested ?? [],
  }
  return {
    ...set,
    onSince: saved?.onSince?.toISOString() ?? null,
    attestedAt: saved?.attestedAt?.toISOString() ?? null,
    version: versionOf(set),
    defaultMessage: DEFAULT_REMINDER,
    fields: [...TEMPLATE_FIELDS],
    firstDay: REMINDER_DAYS.first,
    lastDay: REMINDER_DAYS.last,
    countries: listCountries(),
    postalAddress: await findPostalAddress(trx, businessId),
  }
}
