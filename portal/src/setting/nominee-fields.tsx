import { relationships } from '@sauda/contract/setting'
import { IconButton } from '@sauda/ui/button'
import { rewriteInput } from '@sauda/ui/dom'
import { Select } from '@sauda/ui/select'
import { TextField } from '@sauda/ui/text-field'
import { Trash2 } from 'lucide-react'
import { formatDate } from '@sauda/web/date-time'
import { isMinorRow, typedShare, type NomineeField, type RowFaults, type TypedNominee } from './nominee-rows.ts'
import styles from './setting.module.css'

interface NomineeFieldsProps {
  row: TypedNominee
  /** From 1. */
  number: number
  faults: RowFaults['rows'][number]
  today: string
  onChange: (part: Partial<TypedNominee>) => void
  /** Absent where it is the only one. */
  onRemove: (() => void) | undefined
}

const options = [
  { value: '', label: 'Choose', disabled: true },
  ...relationships.map((value) => ({ value, label: value })),
]

/** One nominee: who, how related, how much; below 18 also the guardian. */
export function NomineeFields({ row, number, faults, today, onChange, onRemove }: NomineeFieldsProps) {
  const text = (field: NomineeField) => ({
    name: `${field}-${number}`,
    value: row[field],
    error: faults[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  return (
    <fieldset className={styles.nominee} data-row={row.key}>
      <legend>
        <span className={styles.head}>
          {`Nominee ${number}`}
          {onRemove && (
            <IconButton label={`Remove nominee ${number}`} icon={<Trash2 aria-hidden="true" />} onClick={onRemove} />
          )}
        </span>
      </legend>
      <TextField label="Name" hint="As on their PAN or Aadhaar card" autoComplete="off" required {...text('name')} />
      <div className={styles.pair}>
        <Select label="Relationship" options={options} required {...text('relationship')} />
        <TextField
          label="Share"
          suffix={<span className={styles.percent}>%</span>}
          inputMode="decimal"
          autoComplete="off"
          required
          {...text('share')}
          onChange={(event) => onChange({ share: rewriteInput(event, typedShare) })}
        />
      </div>
      <TextField
        label="Date of birth"
        type="date"
        optional
        max={today}
        hint={row.bornOn ? formatDate(row.bornOn) : 'Needed only for a nominee under 18'}
        {...text('bornOn')}
      />
      {isMinorRow(row, today) && (
        <TextField
          label="Guardian"
          hint="Who acts for them until they are 18"
          autoComplete="off"
          required
          {...text('guardian')}
        />
      )}
    </fieldset>
  )
}
