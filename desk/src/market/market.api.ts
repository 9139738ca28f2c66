import type { CallInput } from '@sauda/contract/call'
import { marketCalls, marketRules, type Instrument } from '@sauda/contract/market'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, invalidate } from '../shell/api.ts'

export type NewInstrument = CallInput<typeof marketCalls.addInstrument>['body']

export const useInstruments = (search: string) =>
  useInfiniteQuery({
    queryKey: ['market', 'instruments', search],
    queryFn: ({ pageParam, signal }) =>
      callApi(marketCalls.instruments, { query: { search: search || undefined, after: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ instruments }) =>
      instruments.length < marketRules.instruments ? undefined : instruments.at(-1)?.symbol,
    // The rows of the last search stay until the next have loaded.
    placeholderData: (before) => before,
  })

export const useSaveInstrument = (instrument: Instrument | undefined) =>
  useMutation({
    mutationFn: ({ symbol, ...rest }: NewInstrument) =>
      instrument
        ? callApi(marketCalls.editInstrument, { params: { instrumentId: instrument._id }, body: rest })
        : callApi(marketCalls.addInstrument, { body: { symbol, ...rest } }),
    onSettled: () => invalidate(['market', 'instruments']),
  })

const refetchMs = 2_000

export const useQuote = (symbol: string | undefined) =>
  useQuery({
    ...callQuery(['market', 'quote', symbol], marketCalls.deskQuotes, { query: { symbols: symbol ?? '' } }),
    enabled: symbol !== undefined,
    refetchInterval: ({ state }) => (state.data?.clock.feed === 'none' ? false : refetchMs),
    staleTime: 0,
  })
