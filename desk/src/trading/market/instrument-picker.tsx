import type { Instrument } from '@sauda/contract/trading/market'
import type { Ref } from 'react'
import { Picker, useTyped } from '../../shell/picker.tsx'
import { useInstruments } from './market.api.ts'

interface InstrumentPickerProps {
  value: Instrument | null
  onPick: (instrument: Instrument | null) => void
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function InstrumentPicker(props: InstrumentPickerProps) {
  const search = useTyped()
  const query = useInstruments(search.settled)
  return (
    <Picker
      {...props}
      label="Stock"
      placeholder="Symbol or name"
      what="instrument"
      search={search}
      query={query}
      found={query.data?.pages[0]?.instruments.filter(({ active }) => active)}
      searchedOf={({ symbol, name, aliases }) => [symbol, name, ...aliases].join('\n')}
      textOf={({ symbol }) => symbol}
      codeOf={({ symbol }) => symbol}
      linesOf={({ symbol, name }) => [symbol, name]}
      hint={props.value && `${props.value.name}, ${props.value.exchange}`}
    />
  )
}
