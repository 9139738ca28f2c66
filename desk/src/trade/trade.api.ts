import type { CallInput, Reply } from '@sauda/contract/call'
import { tradeCalls, type DeskTrade } from '@sauda/contract/trade'
import { queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, invalidate, sendIdempotent } from '../shell/api.ts'

export type Buy = CallInput<typeof tradeCalls.buy>['body']
export type Sell = CallInput<typeof tradeCalls.sell>['body']
export type BuyPreview = Reply<typeof tradeCalls.previewBuy>
export type SellPreview = Reply<typeof tradeCalls.previewSell>
export type TradeWithSales = Reply<typeof tradeCalls.trade>

const pageRows = 50

export const useBook = (clientId: string | undefined) =>
  useQuery({
    ...callQuery(['trade', 'book', clientId], tradeCalls.clientTrades, { params: { clientId: clientId ?? '' } }),
    enabled: clientId !== undefined,
  })

export const useTrades = (clientId: string) =>
  useInfiniteQuery({
    queryKey: ['trade', 'all', clientId],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        tradeCalls.clientTrades,
        { params: { clientId }, query: { limit: String(pageRows), before: pageParam } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ trades }) => (trades.length < pageRows ? undefined : trades.at(-1)?._id),
  })

export const useTrade = (tradeId: string) => useQuery(tradeQuery(tradeId))

export const tradeQuery = (tradeId: string) =>
  callQuery(['trade', 'one', tradeId], tradeCalls.trade, { params: { tradeId } })

/** The previous figures stay until the next are computed. */
export const buyPreviewQuery = (buy: Buy | undefined) =>
  queryOptions({
    ...callQuery(['trade', 'preview', 'buy', buy], tradeCalls.previewBuy, { body: buy ?? nothing }),
    enabled: buy !== undefined,
    staleTime: 0,
  })

export const sellPreviewQuery = (tradeId: string, sell: Sell | undefined) =>
  queryOptions({
    ...callQuery(['trade', 'preview', tradeId, sell], tradeCalls.previewSell, {
      params: { tradeId },
      body: sell ?? { quantity: '', price: '' },
    }),
    enabled: sell !== undefined,
    staleTime: 0,
  })

const nothing: Buy = { clientId: '', stockName: '', quantity: '', price: '' }

export function refreshTrades(clientId?: string): void {
  const stale = [['trade'], ['queue'], ['client', ...(clientId === undefined ? [] : [clientId])]]
  void invalidate(...stale)
}

export const useBuy = () =>
  useMutation({
    mutationFn: (body: Buy) => sendIdempotent(tradeCalls.buy, { body }),
    onSettled: (_, __, { clientId }) => refreshTrades(clientId),
  })

export const useSell = ({ _id, clientId }: Pick<DeskTrade, '_id' | 'clientId'>) =>
  useMutation({
    mutationFn: (body: Sell) => sendIdempotent(tradeCalls.sell, { params: { tradeId: _id }, body }),
    onSettled: () => refreshTrades(clientId),
  })
