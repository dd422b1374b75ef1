import type { ReactNode } from 'react'
import type { SmsPreview } from '../../../contracts/message-settings.ts'
import { counted, inMoney, inNumber } from '../../lib/words.ts'
import styles from './message-editor.module.css'
import { charactersLeft } from './template-rules.ts'

/** How much room is left, and what such a text costs. */
export const MessageFacts = ({
  id,
  message,
  preview,
}: {
  id: string
  message: string
  /** By e-mail it has neither segments nor a price. */
  preview: SmsPreview | undefined | 'by e-mail'
}): ReactNode => {
  const left = charactersLeft(message)
  return (
    <div id={id}>
      <p className={styles.facts}>
        <span className={left < 0 ? styles.over : undefined}>
          <b>{left < 0 ? -left : left}</b>{' '}
          {left < 0 ? `character${left === -1 ? '' : 's'} too many` : 'of 200 characters left'}
        </span>
        {preview !== 'by e-mail' && <Cost preview={preview} />}
      </p>
      {typeof preview === 'object' && preview.shortenBy !== null && (
        <p className={styles.longer}>{longerWords(preview)}</p>
      )}
    </div>
  )
}

const Cost = ({ preview }: { preview: SmsPreview | undefined }): ReactNode => (
  <>
    <span>{preview ? counted(preview.segments, 'segment') : '– segments'}</span>
    <span>
      <b>{preview?.price === undefined || preview.price === null ? '–' : inMoney(preview.price)}</b> a text
    </span>
  </>
)

/** The limit of characters is another matter than the segments, in which a text is paid for. */
const longerWords = ({ segments, shortenBy }: SmsPreview): string => {
  const cost = segments === 2 ? 'costs double' : `costs ${segments} times as much`
  const fewer = segments === 2 ? 'one' : inNumber(segments - 1)
  return `At this length it is sent as ${inNumber(segments)} segments and ${cost}. Shorten it by ${counted(shortenBy ?? 0, 'character')} to pay for ${fewer}.`
}
