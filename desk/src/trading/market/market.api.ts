import type { CallInput } from '@sauda/contract/platform/call'
import { type Instrument, marketCalls, marketRules } from '@sauda/contract/trading/market'
import { useQuery } from '@tanstack/react-query'
import { callQuery, usePages } from '../../shell/api.ts'

export type NewInstrument = CallInput<typeof marketCalls.addInstrument>['body']

export const useInstruments = (search: string, kind?: Instrument['kind']) =>
  usePages(
    marketCalls.instruments,
    { query: { search: search || undefined, kind } },
    {
      by: 'after',
      nextOf: ({ instruments }) =>
        instruments.length < marketRules.instruments ? undefined : instruments.at(-1)?.symbol,
      keep: true,
    },
  )

const refetchMs = 2_000

/** One symbol, or several joined by commas; prices of a list are not read again while it is shown. */
export const useQuote = (symbols: string | undefined) =>
  useQuery({
    ...callQuery(marketCalls.deskQuotes, { query: { symbols: symbols ?? '' } }),
    enabled: symbols !== undefined,
    refetchInterval: ({ state }) => (state.data?.clock.feed === 'none' || symbols?.includes(',') ? false : refetchMs),
    staleTime: 0,
  })
