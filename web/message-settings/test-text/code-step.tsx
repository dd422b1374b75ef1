import { useEffect, useRef, type ReactNode } from 'react'
import { phoneInWords } from '../../lib/formats/phone-in-words.ts'
import { site } from '../../lib/site.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/controls/button.tsx'
import styles from './send-test.module.css'
import type { AskedCode } from './use-test-text.ts'

/** Where the owner types in the code that came to a number. */
export const CodeStep = ({
  id,
  asked,
  code,
  isWrong,
  onChange,
  onAskAgain,
}: {
  id: string
  asked: AskedCode
  code: string
  isWrong: boolean
  onChange: (code: string) => void
  onAskAgain: () => void
}): ReactNode => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <p role="status" id={`${id}-said`} className={styles.said}>
        {asked.isUnknown
          ? `The network has not said whether our code reached ${phoneInWords(asked.phone)}. If none comes, ask for another.`
          : `We texted a code to ${phoneInWords(asked.phone)}.`}
      </p>
      <label htmlFor={id}>Code from the text</label>
      <input
        ref={field}
        id={id}
        className={styles.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*[0-9]{3} ?[0-9]{3}\s*"
        title="Six digits"
        maxLength={8}
        required
        value={code}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-said ${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`}>
        Six digits, free of charge. Once the number is confirmed, the test follows at once.
        {site.isSandbox && ' In the sandbox, you find the code on the phone in its console.'}
      </p>
      <AskAgain againAt={asked.againAt} onAskAgain={onAskAgain} />
    </>
  )
}

const AskAgain = ({ againAt, onAskAgain }: { againAt: number; onAskAgain: () => void }): ReactNode => {
  const seconds = Math.ceil((againAt - useNow(1000)) / 1000)
  return (
    <div className={styles.again}>
      {seconds > 0 ? (
        <p>{`No code? You can ask for another in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`}</p>
      ) : (
        <Button look="ghost" onClick={onAskAgain}>
          Text me another code
        </Button>
      )}
    </div>
  )
}
