import type { Reply } from '@sauda/contract/call'
import { clientCalls, clientRules } from '@sauda/contract/client'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, invalidate } from '../shell/api.ts'

export type Client = Reply<typeof clientCalls.client>
export type ClientLine = Reply<typeof clientCalls.clients>['clients'][number]

// A shorter page is the last one.
const { clientsPerPage } = clientRules

export const useClients = (search: string) =>
  useInfiniteQuery({
    queryKey: ['clients', search],
    queryFn: ({ pageParam, signal }) =>
      callApi(clientCalls.clients, { query: { search: search || undefined, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ clients }) => (clients.length < clientsPerPage ? undefined : clients.at(-1)?.saudaId),
    // The rows of the last search stay until the next have loaded.
    placeholderData: (before) => before,
  })

export const useClient = (clientId: string, enabled = true) =>
  useQuery({ ...callQuery(['client', clientId], clientCalls.client, { params: { clientId } }), enabled })

export const useFreeze = (clientId: string, freeze: boolean) =>
  useMutation({
    mutationFn: (reason: string) =>
      callApi(freeze ? clientCalls.freeze : clientCalls.unfreeze, { params: { clientId }, body: { reason } }),
    onSettled: () => invalidate(['client', clientId]),
  })
