import type { tradeCalls } from '@sauda/contract/trade'
import { useClientPages, useClientQuery } from '../shell/query.tsx'

const pageRows = 50

/** All open positions and the newest other trades. */
export const useTrades = () =>
  useClientQuery<typeof tradeCalls.history>(['trade', 'history'], 'GET /user/trade/history/:userId')

export const useOrders = () =>
  useClientPages<typeof tradeCalls.history>(
    ['trade', 'orders'],
    'GET /user/trade/history/:userId',
    { action: 'SELL', limit: String(pageRows) },
    (last) => (last.length < pageRows ? undefined : last.at(-1)?._id),
  )

export const usePortfolio = () =>
  useClientQuery<typeof tradeCalls.portfolio>(['trade', 'portfolio'], 'GET /user/portfolio/:userId')
