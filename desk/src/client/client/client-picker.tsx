import { Picker, useTyped } from '../../shell/picker.tsx'
import { useClients, type ClientLine } from './client.api.ts'

export type PickedClient = Pick<ClientLine, '_id' | 'name' | 'saudaId'>

interface ClientPickerProps {
  value: PickedClient | null
  onPick: (client: PickedClient | null) => void
  hint: string | undefined
  error: string | undefined
}

export function ClientPicker(props: ClientPickerProps) {
  const search = useTyped()
  const query = useClients({ search: search.settled || undefined })
  return (
    <Picker<PickedClient>
      {...props}
      label="Client"
      placeholder="Name, email, mobile or client ID"
      what="client"
      search={search}
      query={query}
      found={query.data?.pages[0]?.clients}
      searchedOf={({ name, saudaId }) => `${name} ${saudaId}`}
      textOf={({ name, saudaId }) => `${name}, ${saudaId}`}
      codeOf={({ saudaId }) => saudaId}
      linesOf={({ name, saudaId }) => [name, saudaId]}
    />
  )
}
