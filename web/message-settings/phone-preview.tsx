import type { ReactNode } from 'react'
import type { SmsPreview } from '../../contracts/message-settings.ts'
import { useCurrentUser } from '../lib/current-user.ts'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import styles from './phone-preview.module.css'

/** The finished text as a customer's phone shows it. */
export const PhonePreview = ({
  preview,
  error,
  retry,
}: {
  preview: SmsPreview | undefined
  error: unknown
  retry: () => unknown
}): ReactNode => {
  const { user } = useCurrentUser()
  if (error && !preview) return <LoadError what="The preview is not available." error={error} retry={retry} />
  return (
    <figure className={styles.preview}>
      <div className={styles.phone}>
        <p className={styles.from} dir="auto">
          {user.businessName}
        </p>
        <div className={styles.bubble} dir="auto">
          {preview ? <Body body={preview.body} /> : <Waiting />}
        </div>
      </div>
      <figcaption>{preview ? writtenTo(preview.customer) : '\u00a0'}</figcaption>
    </figure>
  )
}

/** Links are underlined, as phones do it. */
const Body = ({ body }: { body: string | null }): ReactNode => {
  if (!body) return <span className={styles.nothing}>Your text appears here as you write it.</span>
  return body.split(/(https?:\/\/\S+)/).map((part, at) => (at % 2 === 1 ? <u key={at}>{part}</u> : part))
}

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
