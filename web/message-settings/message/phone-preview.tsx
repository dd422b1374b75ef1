import type { ReactNode } from 'react'
import type { SmsPreview, SmsSender } from '../../../contracts/message-settings.ts'
import { senderOnPhone } from '../../lib/formats/phone-in-words.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { NoText, Phone, TextBody } from '../../ui/layout/phone.tsx'

/** The finished text as a customer's phone shows it. */
export const PhonePreview = ({
  sender,
  preview,
  error,
  retry,
}: {
  sender: SmsSender
  preview: SmsPreview | undefined
  error: unknown
  retry: () => unknown
}): ReactNode => {
  if (error && !preview) return <LoadError what="The preview is not available." error={error} retry={retry} />
  return (
    <Phone from={senderOnPhone(sender.name)} caption={preview ? writtenTo(preview.customer) : '\u00a0'}>
      {preview ? <Body body={preview.body} /> : <Waiting />}
    </Phone>
  )
}

const Body = ({ body }: { body: string | null }): ReactNode =>
  body ? <TextBody body={body} /> : <NoText>Your text appears here as you write it.</NoText>

const writtenTo = ({ isReal, customerName, firstName }: SmsPreview['customer']): string => {
  const name = customerName ?? firstName
  if (!name) return 'As your next customer gets it.'
  return isReal
    ? `As ${name}, a recent customer, would get it.`
    : `As a customer called ${name} would get it.`
}

const Waiting = (): ReactNode => (
  <>
    <Skeleton width="95%" />
    <Skeleton width="88%" />
    <Skeleton width="60%" />
  </>
)
