import segments from 'sms-segments-calculator'
import { randomHex } from '../identifiers.ts'
import type { Text, TwilioWorld } from './world.ts'

type NewText = Pick<Text, 'direction' | 'from' | 'to' | 'body' | 'status'> &
  Partial<Pick<Text, 'serviceSid' | 'statusCallback' | 'validityPeriod' | 'sentAt'>>

export const writeText = (world: TwilioWorld, wanted: NewText): Text => {
  const at = world.now().getTime()
  const text: Text = {
    serviceSid: null,
    statusCallback: null,
    sentAt: null,
    ...wanted,
    sid: `SM${randomHex(16)}`,
    segments: new segments.SegmentedMessage(wanted.body).segmentsCount,
    errorCode: null,
    errorMessage: null,
    createdAt: at,
    updatedAt: at,
    isRead: wanted.direction === 'inbound',
  }
  world.texts.set(text.sid, text)
  world.wire.changed()
  return text
}
