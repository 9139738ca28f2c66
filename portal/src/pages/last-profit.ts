import { formatDate } from '@sauda/web/date-time'
import { lastSale, profitOf } from '../trade/book.ts'
import { quantityText } from '../trade/text.ts'
import type { useTrades } from '../trade/trade.api.ts'

/** Paise of the most recent sale, and what to say under them. */
type LastProfit = { readonly amount: bigint; readonly note: string; readonly waiting: boolean }

/** 0 while nothing has been sold, and when the trades did not load (section 8). */
export function lastProfitOf({
  data,
  isPending,
}: Pick<ReturnType<typeof useTrades>, 'data' | 'isPending'>): LastProfit {
  const sale = lastSale(data ?? [])
  if (!sale)
    return {
      amount: 0n,
      note: data || isPending ? 'No sale yet' : 'Your trades did not load just now',
      waiting: isPending,
    }
  const { stockName, quantity, createdAt } = sale
  return {
    amount: profitOf(sale),
    note: `${quantityText(quantity)} ${stockName} sold ${formatDate(createdAt)}`,
    waiting: false,
  }
}
