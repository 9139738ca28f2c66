import type { CallInput, Reply } from '@sauda/contract/platform/call'
import { type DeskTrade, tradeCalls } from '@sauda/contract/trading/trade'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery, sendIdempotent, useCall, useChange, usePages } from '../../shell/api.ts'
import { reversalCalls } from '@sauda/contract/trading/reversal'

export type Buy = CallInput<typeof tradeCalls.buy>['body']
export type Sell = CallInput<typeof tradeCalls.sell>['body']
export type BuyPreview = Reply<typeof tradeCalls.previewBuy>
export type SellPreview = Reply<typeof tradeCalls.previewSell>
export type TradeWithSales = Reply<typeof tradeCalls.trade>

const pageRows = 50

export const useBook = (clientId: string | undefined) =>
  useCall(tradeCalls.clientTrades, { params: { clientId: clientId ?? '' } }, { enabled: clientId !== undefined })

export const useTrades = (clientId: string) =>
  usePages(
    tradeCalls.clientTrades,
    { params: { clientId }, query: { limit: String(pageRows) } },
    { nextOf: ({ trades }) => (trades.length < pageRows ? undefined : trades.at(-1)?._id) },
  )

export const useTrade = (tradeId: string) => useQuery(tradeQuery(tradeId))

export const tradeQuery = (tradeId: string) => callQuery(tradeCalls.trade, { params: { tradeId } })

/** The previous figures stay until the next are computed. */
export const buyPreviewQuery = (buy: Buy | undefined) =>
  queryOptions({
    ...callQuery(tradeCalls.previewBuy, { body: buy ?? nothing }),
    enabled: buy !== undefined,
    staleTime: 0,
  })

export const sellPreviewQuery = (tradeId: string, sell: Sell | undefined) =>
  queryOptions({
    ...callQuery(tradeCalls.previewSell, {
      params: { tradeId },
      body: sell ?? { quantity: '', price: '' },
    }),
    enabled: sell !== undefined,
    staleTime: 0,
  })

const nothing: Buy = { clientId: '', stockName: '', quantity: '', price: '' }

export const useBuy = () => useChange((body: Buy) => sendIdempotent(tradeCalls.buy, { body }))

export const useSell = ({ _id }: Pick<DeskTrade, '_id'>) =>
  useChange((body: Sell) => sendIdempotent(tradeCalls.sell, { params: { tradeId: _id }, body }))

export const useConfirmPrice = ({ _id }: Pick<DeskTrade, '_id'>) =>
  useChange((version: string) =>
    sendIdempotent(tradeCalls.confirmPrice, { params: { tradeId: _id }, body: { version } }),
  )

/** With its client, as every case has it. */
export type DeskReversal = ReturnType<typeof withClient>

export const useReversals = () => useCall(reversalCalls.list, {})

export const useReversal = (reversalId: string) =>
  useQuery({
    ...callQuery(reversalCalls.reversal, { params: { reversalId } }),
    select: withClient,
  })

function withClient(reversal: Reply<typeof reversalCalls.reversal>) {
  const { clientId, clientName, saudaId } = reversal.trade
  return { ...reversal, clientId, clientName, saudaId }
}

export const decideReversal = (reversalId: string, approve: boolean) =>
  sendIdempotent(approve ? reversalCalls.approve : reversalCalls.reject, { params: { reversalId } })
