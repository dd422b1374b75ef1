import { useQueryClient } from '@tanstack/react-query'
import { useImperativeHandle, useState, type ReactNode, type Ref } from 'react'
import { flushSync } from 'react-dom'
import type { ReviewRules } from '../../../contracts/shared/review-rules.ts'
import { call } from '../../lib/api.ts'
import { locale } from '../../lib/formats/locale.ts'
import { amountReader } from '../../lib/formats/read-amount.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { ambiguousWords } from '../../lib/typed-amounts.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { useReportState, type Part, type PartState } from '../save-bar.tsx'
import { focusWrong } from '../focus-wrong.ts'
import { SaveRefusal } from '../save-refusal.tsx'
import { SettingRow } from '../setting-row.tsx'
import styles from '../settings-form.module.css'
import { cancelledWords, wordProblem } from '../settings-rules.ts'
import { useInSight } from '../use-in-sight.ts'
import { useSave } from '../use-save.ts'
import { WordList } from '../word-list.tsx'
import { LabelsRow } from './labels-row.tsx'
import { draftOfRules, smallestAmountProblem, wantedRules, type RulesDraft } from './rules-draft.ts'
import { SmallestAmount } from './smallest-amount.tsx'

/** Which invoices are left out, by their amount, their words and what Xero sorts them by. */
export const RulesRows = ({
  rules,
  part,
  onState,
}: {
  rules: ReviewRules
  part: Ref<Part>
  onState: (state: PartState) => void
}): ReactNode => {
  const saved = draftOfRules(rules)
  const [draft, setDraft] = useState<RulesDraft | null>(null)
  const now = draft ?? saved
  const isDirty = JSON.stringify(now) !== JSON.stringify(saved)
  // What the owner saw when she began to change it: other windows may save meanwhile.
  const [seen, setSeen] = useState(rules.version)
  const [isRefused, setIsRefused] = useState(false)
  const read = amountReader(locale, rules.currency)
  const wrongAmount = smallestAmountProblem(now.amount, read, { ambiguous: ambiguousWords })
  const isWrong = wrongAmount !== null || wordProblem(now.word) !== null
  const queries = useQueryClient()
  const undo = (): void => {
    setDraft(null)
    setIsRefused(false)
  }
  const save = useSave({
    held: now,
    saved,
    isDirty,
    send: (held) => call('PUT /api/sms/rules', { body: { ...wantedRules(held, read), version: seen } }),
    undo,
    onSaved: async ({ cancelled, ...answer }) => {
      await keepAnswer(queries, 'GET /api/sms/rules', answer)
      setSeen(answer.version)
      void queries.invalidateQueries({ queryKey: ['review-requests'] })
      void queries.invalidateQueries({ queryKey: ['activity'] })
      showToast('ok', `Who is not asked is saved. ${cancelledWords(cancelled)}`)
    },
  })
  useReportState(onState, isDirty, save.isSaving)
  const rows = useInSight(isRefused)
  useImperativeHandle(part, () => ({
    save: () => {
      // At once, so that the field is marked when it is looked for.
      flushSync(() => setIsRefused(isWrong))
      return isWrong ? focusWrong(rows.current) : save.save()
    },
    undo,
    draft: () => (isWrong ? {} : { rules: wantedRules(now, read) }),
  }))
  const change = (changed: Partial<RulesDraft>): void => {
    if (!isDirty) setSeen(rules.version)
    setIsRefused(false)
    setDraft((before) => ({ ...(before ?? saved), ...changed }))
    save.forgetRefusal()
  }

  return (
    <div ref={rows} className={styles.rows}>
      <WordList
        name="Words on an invoice"
        hint="An invoice whose reference or number has one of these words is not asked about, such as Warranty."
        label="A word on invoices to leave out"
        words={now.invoiceWords}
        typed={now.word}
        isRefused={isRefused}
        onType={(word) => change({ word })}
        onChange={(invoiceWords) => change({ invoiceWords })}
      />
      <SettingRow
        name="Deposits and progress invoices"
        hint="Their reference or number says deposit, progress claim, instalment or the like. One that says final invoice, balance due or less deposit is asked about."
      >
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={now.leavesOutDeposits}
            onChange={(event) => change({ leavesOutDeposits: event.target.checked })}
          />
          Leave them out
        </label>
      </SettingRow>
      <SmallestAmount
        typed={now.amount}
        currency={rules.currency}
        problem={wrongAmount}
        onType={(amount) => change({ amount })}
      />
      <LabelsRow labels={now.labels} onChange={(labels) => change({ labels })} />
      <SaveRefusal
        error={save.error}
        showSaved={() => {
          undo()
          save.forgetRefusal()
          void queries.invalidateQueries({ queryKey: ['sms', 'rules'] })
        }}
      />
    </div>
  )
}
