import { paiseOf } from '@sauda/contract/platform/money'
import { useMemo } from 'react'
import { useWorth } from '../books/statement/statement.api.ts'
import type { Holding } from '../trading/trade/positions-by-stock.ts'
import { usePortfolio } from '../trading/trade/trade.api.ts'
import { useTotalValuation } from '../trading/trade/valuation.ts'
import { useLiveValuations } from './live-valuations.ts'

const none: readonly Holding[] = []

/** The client's holdings at their prices; a holding is named by its stock. */
export function useHoldings() {
  const portfolio = usePortfolio()
  const holdings = portfolio.data?.holdings ?? none
  const valuations = useLiveValuations(
    useMemo(() => holdings.map((holding) => ({ ...holding, _id: holding.stockName })), [holdings]),
  )
  return { portfolio, holdings, valuations, total: useTotalValuation(valuations) }
}

/**
 * What the client has, in paise: the ledger's own money, with the holdings at their prices instead of at cost. The same
 * on every screen; its parts add up to it.
 */
export function useTotalWorth() {
  const worth = useWorth()
  const { portfolio, holdings, valuations, total } = useHoldings()
  const { data } = worth
  const isPending = worth.isPending || portfolio.isLoading
  if (!data || isPending) return { worth, isPending, holdings, valuations, total, parts: undefined }
  const cash = paiseOf(data.cash)
  const onHold = paiseOf(data.onHold)
  const unsettled = paiseOf(data.unsettled ?? 0)
  const dues = paiseOf(data.dues ?? 0)
  const own = paiseOf(data.invested)
  const loan = holdings.reduce((sum, { loanPart }) => sum + paiseOf(loanPart), 0n)
  const parts = { cash, holdings: own + loan + (total?.profit ?? 0n), onHold, unsettled, dues, loan }
  const amount = cash + parts.holdings + onHold + unsettled - dues - loan
  return { worth, isPending, holdings, valuations, total, parts: { ...parts, amount } }
}
