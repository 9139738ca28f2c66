import { Picker, useTyped, type ClientField, type PickedClient } from '../../shell/picker.tsx'
import { useClients } from './client.api.ts'

export const ClientPicker: ClientField = ({ hint, error, ...props }) => {
  const search = useTyped()
  const query = useClients({ search: search.settled || undefined })
  return (
    <Picker<PickedClient>
      {...props}
      hint={hint}
      error={error}
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
