import { useState, type ReactNode } from 'react'
import type { XeroLabel } from '../../../contracts/shared/review-rules.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chips } from '../chips.tsx'
import { SettingRow } from '../setting-row.tsx'
import { LabelsChoice } from './labels-choice.tsx'
import { toggled } from './rules-draft.ts'

/** Contact groups and tracking options that are left out, and the way to choose them. */
export const LabelsRow = ({
  labels,
  onChange,
}: {
  labels: XeroLabel[]
  onChange: (labels: XeroLabel[]) => void
}): ReactNode => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingRow
      name="Groups and tracking in Xero"
      hint="Customers in these contact groups, and invoices tracked under these options, are not asked."
    >
      <Chips
        label="Groups and tracking to leave out"
        chips={labels.map((label) => ({
          key: `${label.kind} ${label.id}`,
          words: label.name,
          takeOut: `Ask ${label.name} again`,
          onTakeOut: () => onChange(toggled(labels, label)),
        }))}
      />
      <Button look="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Done choosing' : 'Choose from Xero'}
      </Button>
      {isOpen && <LabelsChoice labels={labels} onToggle={(label) => onChange(toggled(labels, label))} />}
    </SettingRow>
  )
}
