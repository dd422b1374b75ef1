import type { ReactNode } from 'react'
import type { OwnedCode } from '../../contracts/claims.ts'
import { inNumber, momentInWords } from '../lib/words.ts'
import { Button, ButtonLink } from '../ui/controls/button.tsx'
import styles from './qr-codes.module.css'

/** Its moments by the clock of the business, as everywhere; without a zone, by the reader's. */
export const CodeCard = ({
  code,
  timeZone,
  onMove,
}: {
  code: OwnedCode
  timeZone: string | undefined
  onMove: () => void
}): ReactNode => (
  <article className={styles.code} aria-labelledby={`code-${code.slug}`}>
    <img className={styles.picture} src={pictureOf(code, 'svg')} alt={`QR code ${code.slug}`} />
    <div className={styles.about}>
      <h2 id={`code-${code.slug}`}>{code.business.name}</h2>
      {code.business.address && <p className={styles.quiet}>{code.business.address}</p>}
      <p className={styles.scans}>
        <strong>{inNumber(code.scans)}</strong> {code.scans === 1 ? 'scan' : 'scans'}
        {code.lastScannedAt && (
          <span className={styles.quiet}>, the last {momentInWords(code.lastScannedAt, timeZone)}</span>
        )}
      </p>
      <p className={styles.quiet}>
        <code>{code.slug}</code>, claimed {momentInWords(code.claimedAt, timeZone)}
      </p>
      <div className={styles.actions}>
        <ButtonLink
          look="plain"
          href={pictureOf(code, 'svg')}
          download
          aria-label={`Download SVG of ${code.slug}`}
        >
          Download SVG
        </ButtonLink>
        <ButtonLink
          look="plain"
          href={pictureOf(code, 'png')}
          download
          aria-label={`Download PNG of ${code.slug}`}
        >
          Download PNG
        </ButtonLink>
        <Button look="ghost" onClick={onMove} aria-describedby={`code-${code.slug}`}>
          Point to another business
        </Button>
      </div>
    </div>
  </article>
)

const pictureOf = ({ slug }: OwnedCode, format: 'svg' | 'png'): string =>
  `/api/qr-codes/${slug}/picture?format=${format}`
