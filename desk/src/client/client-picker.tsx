import { Combobox } from '@sauda/ui/combobox'
import { lookup, useTyped } from '../shell/lookup.ts'
import { useClients, type ClientLine } from './client.api.ts'
import layout from '../shell/layout.module.css'

export type PickedClient = Pick<ClientLine, '_id' | 'name' | 'saudaId'>

interface ClientPickerProps {
  value: PickedClient | null
  onPick: (client: PickedClient | null) => void
  hint: string | undefined
  error: string | undefined
}

export function ClientPicker({ value, onPick, hint, error }: ClientPickerProps) {
  const { type, ...typed } = useTyped()
  const answer = useClients(typed.settled)
  const { items, busy, note } = lookup<PickedClient>({
    typed,
    answer,
    found: answer.data?.pages[0]?.clients,
    fits,
    failed: 'The clients could not be loaded',
    nothing: 'No client matches',
  })
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
      busy={busy}
      note={note}
      hint={hint}
      error={error}
      renderItem={({ name, saudaId }) => (
        <div className={layout.found}>
          {name}
          <span className="tabular">{saudaId}</span>
        </div>
      )}
    />
  )
}

const fits = ({ name, saudaId }: PickedClient, typed: string): boolean =>
  `${name} ${saudaId}`.toLowerCase().includes(typed.toLowerCase())
