import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { needsAdministrator, type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import type { Instrument } from '@sauda/contract/market'
import { Checkbox } from '@sauda/ui/checkbox'
import { RadioGroup } from '@sauda/ui/radio-group'
import { TextField } from '@sauda/ui/text-field'
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
  const { draft: typed, errors, edit, field } = form
  const found = instrumentOf(typed)
  const onSuccess = ({ symbol, ...outcome }: Outcome & { symbol: string }) => {
    toastOutcome(outcome, instrument ? `${symbol} updated` : `${symbol} added`, needsAdministrator)
    form.close()
  }
  const text = (name: 'symbol' | 'name' | 'aliases' | 'isin' | 'lot' | 'tick', label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      optional={name === 'aliases' || name === 'isin'}
      autoComplete="off"
      spellCheck={false}
      {...((name === 'symbol' || name === 'isin') && { autoCapitalize: 'characters' })}
      {...((name === 'lot' || name === 'tick') && { inputMode: 'decimal' as const })}
      {...field(name)}
    />
  )
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
      {!instrument && text('symbol', 'Symbol', 'The exchange symbol, for example RELIANCE or USD/INR.')}
      {text('name', 'Name')}
      {text('aliases', 'Aliases', 'Search aliases, comma-separated.')}
      {text('isin', 'ISIN', 'Shown in clients’ tax reports, for example INE009A01021.')}
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
          onValueChange={(exchange) => edit({ exchange: exchange as TypedInstrument['exchange'] })}
        />
        <RadioGroup
          label="Type"
          look="segmented"
          options={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
          value={typed.kind}
          error={errors['kind']}
          onValueChange={(kind) => edit({ kind: kind as TypedInstrument['kind'] })}
        />
        {text('lot', 'Lot size')}
        {text('tick', 'Tick size')}
      </div>
      <Checkbox
        label="Fractional quantity allowed"
        hint="Allows decimal quantities; the lot size no longer applies."
        checked={typed.fractional}
        onChange={(event) => edit({ fractional: event.target.checked })}
      />
      <Checkbox
        label="Open for buying"
        hint="Existing holdings can always be sold."
        checked={typed.active}
        onChange={(event) => edit({ active: event.target.checked })}
      />
    </FormDialog>
  )
}
