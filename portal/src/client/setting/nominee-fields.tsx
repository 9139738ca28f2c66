import { relationships } from '@sauda/contract/core/setting-name'
import { IconButton } from '@sauda/ui/button'
import { DateField, isDay } from '@sauda/ui/date-field'
import { Select } from '@sauda/ui/select'
import { Grid, Row } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { formatDate } from '@sauda/web/date-time'
import { Trash2 } from 'lucide-react'
import { isMinorRow, type NomineeField, type RowErrors, type TypedNominee } from './nominee-rows.ts'
import styles from './setting.module.css'
import { settingText } from './setting.text.ts'

interface NomineeFieldsProps {
  row: TypedNominee
  number: number
  errors: RowErrors['rows'][number]
  today: string
  onChange: (part: Partial<TypedNominee>) => void
  onRemove: (() => void) | undefined
}

const options = [
  { value: '', label: 'Choose', disabled: true },
  ...relationships.map((value) => ({ value, label: value })),
]

export function NomineeFields({ row, number, errors, today, onChange, onRemove }: NomineeFieldsProps) {
  const text = (field: NomineeField) => ({
    name: `${field}-${number}`,
    value: row[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  return (
    <fieldset className={styles.nominee} data-row={row.key}>
      <legend>
        <Row as="span" tight justify="between" gap={0} className={`strong ${styles.head}`}>
          {settingText.nomineeNumber(number)}
          {onRemove && <IconButton label={settingText.removeNominee(number)} icon={<Trash2 />} onClick={onRemove} />}
        </Row>
      </legend>
      <TextField label="Name" hint="As on their PAN or Aadhaar card" autoComplete="off" required {...text('name')} />
      <Grid min="11rem" align="start">
        <Select label="Relationship" options={options} required {...text('relationship')} />
        <TextField
          label="Share"
          suffix={<span>%</span>}
          inputMode="decimal"
          autoComplete="off"
          required
          {...text('share')}
        />
        <DateField
          label="Date of birth"
          optional
          max={today}
          hint={isDay(row.bornOn) ? formatDate(row.bornOn) : 'Only needed for a nominee under 18'}
          {...text('bornOn')}
          onText={(bornOn) => onChange({ bornOn })}
        />
      </Grid>
      {isMinorRow(row, today) && (
        <TextField
          label="Guardian"
          hint="Acts for them until they are 18"
          autoComplete="off"
          required
          {...text('guardian')}
        />
      )}
    </fieldset>
  )
}
