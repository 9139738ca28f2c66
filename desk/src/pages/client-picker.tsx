import { Combobox } from '@sauda/ui/combobox'
import { useState } from 'react'
import { useDebounced } from '../shell/debounced.ts'
import { useClients, type ClientLine } from './client.api.ts'
import styles from './ticket-page.module.css'

/** A client as the field shows one. */
export type PickedClient = Pick<ClientLine, '_id' | 'name' | 'saudaId'>

interface ClientPickerProps {
  value: PickedClient | null
  onPick: (client: PickedClient | null) => void
  hint: string | undefined
  error: string | undefined
}

/** Finds a client by name, e-mail, mobile or client ID. */
export function ClientPicker({ value, onPick, hint, error }: ClientPickerProps) {
  const [text, type] = useState('')
  const typed = text.trim()
  const settled = useDebounced(typed)
  const { data, isPlaceholderData, isError } = useClients(settled)
  const found: readonly PickedClient[] = data?.pages[0]?.clients ?? []
  const isCurrent = settled === typed && !isPlaceholderData
  // Until the answer has come, only what still fits can be picked.
  const items = isCurrent ? found : found.filter((each) => fits(each, typed))
  const isOver = isCurrent && data !== undefined
  return (
    <Combobox
      label="Client"
      placeholder="Name, email, mobile or client ID"
      value={value}
      onPick={onPick}
      items={items}
      onSearch={type}
      keyOf={({ _id }) => _id}
      textOf={({ name, saudaId }) => `${name}, ${saudaId}`}
      busy={!isOver && !isError}
      note={isError ? 'The clients could not be loaded' : isOver && items.length === 0 ? 'No client matches' : ''}
      hint={hint}
      error={error}
      draw={({ name, saudaId }) => (
        <div className={styles.found}>
          {name}
          <span className="tabular">{saudaId}</span>
        </div>
      )}
    />
  )
}

const fits = ({ name, saudaId }: PickedClient, typed: string): boolean =>
  `${name} ${saudaId}`.toLowerCase().includes(typed.toLowerCase())
