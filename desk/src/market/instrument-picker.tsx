import type { Instrument } from '@sauda/contract/market'
import { Combobox } from '@sauda/ui/combobox'
import { useState, type Ref } from 'react'
import { useDebounced } from '../shell/debounced.ts'
import { useInstruments } from './market.api.ts'
import styles from './market.module.css'

interface InstrumentPickerProps {
  value: Instrument | null
  onPick: (instrument: Instrument | null) => void
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Finds what is bought by symbol, name or other name. */
export function InstrumentPicker({ value, onPick, error, ref }: InstrumentPickerProps) {
  const [text, type] = useState('')
  const typed = text.trim()
  const settled = useDebounced(typed)
  const { data, isPlaceholderData, isError } = useInstruments(settled)
  const found = data?.pages[0]?.instruments.filter(({ active }) => active) ?? []
  const isCurrent = settled === typed && !isPlaceholderData
  // Until the answer has come, only what still fits can be picked.
  const items = isCurrent ? found : found.filter((each) => fits(each, typed))
  const isOver = isCurrent && data !== undefined
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
      busy={!isOver && !isError}
      note={
        isError ? 'The instruments could not be loaded' : isOver && items.length === 0 ? 'No instrument matches' : ''
      }
      error={error}
      hint={value && `${value.name}, ${value.exchange}`}
      draw={({ symbol, name }) => (
        <div className={styles.found}>
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
