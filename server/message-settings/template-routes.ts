import {
  smsPreview,
  smsPreviewRequest,
  smsTemplateRequest,
  smsTemplateResponse,
  type SmsTemplateResponse,
} from '../../contracts/message-settings.ts'
import { asBusiness, type TenantTrx } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import { refuseWhileCompared } from '../experiments/refuse-change.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import type { Twilio } from '../integrations/twilio/twilio.ts'
import { presentSender } from './present-sender-rules.ts'
import type { TextDeps } from '../texts/priced-text.ts'
import { previewTemplate, writerOf } from './preview-template.ts'
import { lockSettings, refuseIfChanged, versionOf } from '../businesses/settings-version.ts'
import { findSampleCustomer, findTextingBusiness, saveTemplate } from './template-queries.ts'
import { checkTemplate, DEFAULT_TEMPLATE, refuseBadTemplate, TEMPLATE_FIELDS } from '../texts/text-rules.ts'

type Deps = OwnerDoor & TextDeps & { twilio: Pick<Twilio, 'sender'> }

export const registerTemplateRoutes = (app: Http, deps: Deps): void => {
  const { db, requireSession, clock } = deps
  const operation = operations('message-settings', requireSession.ofBusiness)

  app.get(
    '/api/sms/template',
    operation('getTemplate', 'Show the message and whether it is sent.', {
      response: { 200: smsTemplateResponse },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, (trx) => templateOf(trx, deps, businessId))
    },
  )

  app.put(
    '/api/sms/template',
    operation('saveTemplate', 'Set the message and whether it is sent.', {
      body: smsTemplateRequest,
      response: { 200: smsTemplateResponse },
      errors: ['changed-meanwhile', 'invalid-template', 'business-paused', 'comparison-running'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { isEnabled, version } = request.body
      const message = request.body.message.normalize('NFC')
      return asBusiness(db, businessId, async (trx) => {
        await lockSettings(trx, businessId)
        const before = await templateOf(trx, deps, businessId)
        const isSwitched = before.isEnabled !== isEnabled
        const part = isSwitched ? 'the message or the switch for review requests' : 'the message'
        const after = versionOf({ message, isEnabled })
        refuseIfChanged(version, { before: before.version, after }, part)
        const isUnchanged = before.message === message
        // One that was saved before a rule was there can still be switched off.
        if (isEnabled || !isUnchanged) refuseBadTemplate(message)
        if (!isUnchanged) await refuseWhileCompared(trx, businessId, 'wordings', clock())
        if (isEnabled && before.paused) throw isPaused(before.paused.reason)
        await saveTemplate(trx, businessId, { message, isEnabled })
        return templateOf(trx, deps, businessId)
      })
    },
  )

  app.post(
    '/api/sms/template/preview',
    operation('previewTemplate', 'Show a message as a customer would get it, with its price.', {
      body: smsPreviewRequest,
      response: { 200: smsPreview },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        const business = await findTextingBusiness(trx, businessId)
        const customer = await findSampleCustomer(trx, businessId, business.country)
        return previewTemplate(deps, business, customer, request.body.message)
      })
    },
  )
}

const isPaused = (reason: string): Refusal =>
  new Refusal(
    'business-paused',
    409,
    `Our support has paused your review requests: “${reason}” Please write to us to have them resumed.`,
  )

const templateOf = async (trx: TenantTrx, deps: Deps, businessId: string): Promise<SmsTemplateResponse> => {
  const business = await findTextingBusiness(trx, businessId)
  const { message, isEnabled, ownSender, paused } = business
  return {
    message,
    isEnabled,
    paused,
    version: versionOf({ message, isEnabled }),
    sender: presentSender(ownSender, deps.twilio.sender),
    defaultMessage: DEFAULT_TEMPLATE,
    fields: [...TEMPLATE_FIELDS],
    warnings: checkTemplate(message, writerOf(deps, business)).warnings,
  }
}
