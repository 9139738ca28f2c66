import type { Instrument } from '@sauda/contract/market'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Checkbox } from '@sauda/ui/checkbox'
import { Dialog } from '@sauda/ui/dialog'
import { RadioGroup } from '@sauda/ui/radio-group'
import { TextField } from '@sauda/ui/text-field'
import { appToast } from '@sauda/ui/toast'
import { useRef, useState, type SubmitEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { focusFirstError } from '../shell/focus-first-error.ts'
import { discardDraft, useDraft } from '../shell/draft.ts'
import { useMe } from '../shell/me.ts'
import { useSaveInstrument } from './market.api.ts'
import { instrumentOf, typedFrom, type InstrumentFaults, type TypedInstrument } from './typed-instrument.ts'
import layout from '../shell/layout.module.css'

export const kindNames = { share: 'Equity', pair: 'Currency pair' } as const

interface InstrumentDialogProps {
  instrument: Instrument | undefined
  open: boolean
  onClose: () => void
}

export function InstrumentDialog({ instrument, open, onClose }: InstrumentDialogProps) {
  const save = useSaveInstrument(instrument)
  const draftName = `instrument ${useMe().data?._id} ${instrument?.symbol ?? 'new'}`
  const { draft: typed, change } = useDraft(draftName, typedFrom(instrument))
  const [faults, setFaults] = useState<InstrumentFaults>({})
  const form = useRef<HTMLFormElement>(null)
  const does = instrument ? 'Save changes' : 'Add instrument'
  const close = () => {
    discardDraft(draftName)
    save.reset()
    setFaults({})
    onClose()
  }
  const edit = (part: Partial<TypedInstrument>) => {
    change(part)
    setFaults({})
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const found = instrumentOf(typed)
    setFaults('faults' in found ? found.faults : {})
    if ('faults' in found) {
      focusFirstError(form.current)
      return
    }
    save.mutate(found.instrument, {
      onSuccess: ({ symbol }) => {
        appToast.success(instrument ? `${symbol} updated` : `${symbol} added`)
        close()
      },
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      busy={save.isPending}
      title={instrument ? instrument.symbol : 'Add instrument'}
      description={
        instrument
          ? 'Changes apply to trades booked from now on. The symbol cannot be changed because trades refer to it.'
          : 'The symbol cannot be changed later because trades refer to it.'
      }
      action={
        <Button type="submit" form="instrument" loading={save.isPending} loadingText="Saving">
          {does}
        </Button>
      }
    >
      <form ref={form} id="instrument" noValidate className={layout.form} onSubmit={submit}>
        <Fields typed={typed} faults={faults} isNew={!instrument} onEdit={edit} />
      </form>
      {save.error && <AlertBanner tone="error">{errorMessage(save.error)}</AlertBanner>}
    </Dialog>
  )
}

interface FieldsProps {
  typed: TypedInstrument
  faults: InstrumentFaults
  isNew: boolean
  onEdit: (part: Partial<TypedInstrument>) => void
}

function Fields({ typed, faults, isNew, onEdit }: FieldsProps) {
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
      error={faults[field]}
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
          error={faults.exchange}
          onValueChange={(exchange) => onEdit({ exchange: exchange as TypedInstrument['exchange'] })}
        />
        <RadioGroup
          label="Type"
          look="segmented"
          options={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
          value={typed.kind}
          error={faults.kind}
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
