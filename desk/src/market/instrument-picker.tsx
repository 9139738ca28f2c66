import type { Instrument } from '@sauda/contract/market'
import { Combobox } from '@sauda/ui/combobox'
import type { Ref } from 'react'
import { lookup, useTyped } from '../shell/lookup.ts'
import { useInstruments } from './market.api.ts'
import layout from '../shell/layout.module.css'

interface InstrumentPickerProps {
  value: Instrument | null
  onPick: (instrument: Instrument | null) => void
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function InstrumentPicker({ value, onPick, error, ref }: InstrumentPickerProps) {
  const { type, ...typed } = useTyped()
  const answer = useInstruments(typed.settled)
  const { items, busy, note } = lookup({
    typed,
    answer,
    found: answer.data?.pages[0]?.instruments.filter(({ active }) => active),
    fits,
    failed: 'The instruments could not be loaded',
    nothing: 'No instrument matches',
  })
  return (
    <Combobox
      label="Stock"
      placeholder="Symbol or name"
      value={value}
      onPick={onPick}
      items={items}
      onSearch={type}
      keyOf={({ _id }) => _id}
      textOf={({ symbol }) => symbol}
      busy={busy}
      note={note}
      error={error}
      hint={value && `${value.name}, ${value.exchange}`}
      renderItem={({ symbol, name }) => (
        <div className={layout.found}>
          {symbol}
          <span>{name}</span>
        </div>
      )}
      {...(ref && { ref })}
    />
  )
}

const fits = ({ symbol, name, aliases }: Instrument, typed: string): boolean =>
  [symbol, name, ...aliases].some((each) => each.toLowerCase().includes(typed.toLowerCase()))
