import type { CallInput, Reply } from '@sauda/contract/call'
import { clientCalls, clientRules } from '@sauda/contract/client'
import { contactCalls } from '@sauda/contract/contact'
import { identityCalls } from '@sauda/contract/identity'
import type { GstState } from '@sauda/contract/gst'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, invalidate, uploadImages } from '../shell/api.ts'

export type Client = Reply<typeof clientCalls.client>
export type ClientLine = Reply<typeof clientCalls.clients>['clients'][number]

// A shorter page is the last one.
const { clientsPerPage } = clientRules

export type ClientFilter = Omit<NonNullable<CallInput<typeof clientCalls.clients>['query']>, 'before'>

export const useClients = (filter: ClientFilter) =>
  useInfiniteQuery({
    queryKey: ['clients', filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(clientCalls.clients, { query: { ...filter, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ clients }) => (clients.length < clientsPerPage ? undefined : clients.at(-1)?.saudaId),
    // The rows of the last search stay until the next have loaded.
    placeholderData: (before) => before,
  })

export const useClient = (clientId: string, enabled = true) =>
  useQuery({ ...callQuery(['client', clientId], clientCalls.client, { params: { clientId } }), enabled })

export const useSetState = (clientId: string) =>
  useMutation({
    mutationFn: (gstState: GstState) => callApi(clientCalls.setState, { params: { clientId }, body: { gstState } }),
    onSettled: () => invalidate(['client', clientId], ['report']),
  })

export const useFreeze = (clientId: string, freeze: boolean) =>
  useMutation({
    mutationFn: (reason: string) =>
      callApi(freeze ? clientCalls.freeze : clientCalls.unfreeze, { params: { clientId }, body: { reason } }),
    onSettled: () => invalidate(['client', clientId]),
  })

type ContactChange = { texts: Record<string, string>; images: { evidence: File } }

export const useChangeContact = (clientId: string) =>
  useMutation({
    mutationFn: (input: ContactChange) => uploadImages(contactCalls.propose, { params: { clientId }, ...input }),
    onSettled: () => invalidate(['client', clientId], ['queue']),
  })

type IdentityCorrection = { texts: Record<string, string>; images: { evidence?: File } }

export const useCorrectIdentity = (clientId: string) =>
  useMutation({
    mutationFn: (input: IdentityCorrection) => uploadImages(identityCalls.correct, { params: { clientId }, ...input }),
    onSettled: () => invalidate(['client', clientId], ['kyc', clientId], ['queue']),
  })
