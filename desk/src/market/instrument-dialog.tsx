import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import type { FieldErrors } from '../shell/field-errors.ts'
import type { Instrument } from '@sauda/contract/market'
import { Checkbox } from '@sauda/ui/checkbox'
import { RadioGroup } from '@sauda/ui/radio-group'
import { TextField } from '@sauda/ui/text-field'
import { appToast } from '@sauda/ui/toast'
import { useSaveInstrument } from './market.api.ts'
import { instrumentOf, typedFrom, type TypedInstrument } from './typed-instrument.ts'
import layout from '../shell/layout.module.css'

export const kindNames = { share: 'Equity', pair: 'Currency pair' } as const

interface InstrumentDialogProps {
  instrument: Instrument | undefined
  open: boolean
  onClose: () => void
}

export function InstrumentDialog({ instrument, open, onClose }: InstrumentDialogProps) {
  const save = useSaveInstrument(instrument)
  const name = `instrument ${instrument?.symbol ?? 'new'}`
  const form = useFormDialog({ name, empty: typedFrom(instrument), mutation: save, onClose, discardOnClose: true })
  const found = instrumentOf(form.draft)
  const onSuccess = ({ symbol }: { symbol: string }) => {
    appToast.success(instrument ? `${symbol} updated` : `${symbol} added`)
    form.close()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={instrument ? instrument.symbol : 'Add instrument'}
      description={
        instrument
          ? 'Changes apply to trades booked from now on. The symbol cannot be changed because trades refer to it.'
          : 'The symbol cannot be changed later because trades refer to it.'
      }
      action={instrument ? 'Save changes' : 'Add instrument'}
      loadingText="Saving"
      onSubmit={(event) =>
        form.submit(event, found.errors, () => found.instrument && save.mutate(found.instrument, { onSuccess }))
      }
    >
      <Fields typed={form.draft} errors={form.errors} isNew={!instrument} onEdit={form.edit} />
    </FormDialog>
  )
}

interface FieldsProps {
  typed: TypedInstrument
  errors: FieldErrors
  isNew: boolean
  onEdit: (part: Partial<TypedInstrument>) => void
}

function Fields({ typed, errors, isNew, onEdit }: FieldsProps) {
  const text = (field: 'symbol' | 'name' | 'aliases' | 'lot' | 'tick', label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      optional={field === 'aliases'}
      autoComplete="off"
      spellCheck={false}
      {...(field === 'symbol' && { autoCapitalize: 'characters' })}
      {...((field === 'lot' || field === 'tick') && { inputMode: 'decimal' as const })}
      value={typed[field]}
      error={errors[field]}
      onChange={(event) => onEdit({ [field]: event.target.value })}
    />
  )
  return (
    <>
      {isNew && text('symbol', 'Symbol', 'The exchange symbol, for example RELIANCE or USD/INR.')}
      {text('name', 'Name')}
      {text('aliases', 'Aliases', 'Search aliases, comma-separated.')}
      <div className={layout.pair}>
        <RadioGroup
          label="Exchange"
          look="segmented"
          options={[
            { value: 'NSE', label: 'NSE' },
            { value: 'BSE', label: 'BSE' },
          ]}
          value={typed.exchange}
          error={errors['exchange']}
          onValueChange={(exchange) => onEdit({ exchange: exchange as TypedInstrument['exchange'] })}
        />
        <RadioGroup
          label="Type"
          look="segmented"
          options={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
          value={typed.kind}
          error={errors['kind']}
          onValueChange={(kind) => onEdit({ kind: kind as TypedInstrument['kind'] })}
        />
        {text('lot', 'Lot size')}
        {text('tick', 'Tick size')}
      </div>
      <Checkbox
        label="Fractional quantity allowed"
        hint="Allows decimal quantities; the lot size no longer applies."
        checked={typed.fractional}
        onChange={(event) => onEdit({ fractional: event.target.checked })}
      />
      <Checkbox
        label="Open for buying"
        hint="Existing holdings can always be sold."
        checked={typed.active}
        onChange={(event) => onEdit({ active: event.target.checked })}
      />
    </>
  )
}
