import type { CallInput, Reply } from '@sauda/contract/platform/call'
import { clientCalls, clientRules } from '@sauda/contract/client/client'
import { useCall, usePages } from '../../shell/api.ts'

export type Client = Reply<typeof clientCalls.client>
export type ClientLine = Reply<typeof clientCalls.clients>['clients'][number]

// A shorter page is the last one.
const { clientsPerPage } = clientRules

export type ClientFilter = Omit<NonNullable<CallInput<typeof clientCalls.clients>['query']>, 'before'>

export const useClients = (filter: ClientFilter) =>
  usePages(
    clientCalls.clients,
    { query: { ...filter } },
    {
      nextOf: ({ clients }) => (clients.length < clientsPerPage ? undefined : clients.at(-1)?.saudaId),
      keep: true,
    },
  )

export const useClient = (clientId: string, enabled = true) =>
  useCall(clientCalls.client, { params: { clientId } }, { enabled })
