import type { Reply } from '@sauda/contract/call'
import { operatorCalls, operatorRules } from '@sauda/contract/operator'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../shell/api.ts'
import { queryClient } from '../shell/query-client.ts'

export type Client = Reply<typeof operatorCalls.client>
export type ClientLine = Reply<typeof operatorCalls.clients>['clients'][number]

// A shorter page is the last one.
const { clientsPerPage } = operatorRules

export function useClients(search: string) {
  return useInfiniteQuery({
    queryKey: ['clients', search],
    queryFn: ({ pageParam, signal }) =>
      ask(operatorCalls.clients, { query: { search: search || undefined, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ clients }) => (clients.length < clientsPerPage ? undefined : clients.at(-1)?.saudaId),
    // The rows of the last search stay until the next have come.
    placeholderData: (before) => before,
  })
}

export function useClient(clientId: string, enabled = true) {
  return useQuery({
    queryKey: ['client', clientId],
    queryFn: ({ signal }) => ask(operatorCalls.client, { params: { clientId } }, signal),
    enabled,
  })
}

/** Freezes a login or lets it in again. */
export function useFreeze(clientId: string, freeze: boolean) {
  return useMutation({
    mutationFn: (reason: string) =>
      ask(freeze ? operatorCalls.freeze : operatorCalls.unfreeze, { params: { clientId }, body: { reason } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['client', clientId] }),
  })
}
