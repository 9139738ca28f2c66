import type { AlertSide } from '@sauda/contract/trading/watch'

export const watchText = {
  empty: 'Your watchlist is empty',
  emptyHint: 'Add a symbol above to follow its price.',
  failed: 'Your watchlist could not be loaded',
  noMatch: 'No instrument matches',
  alerts: (count: number) => (count === 0 ? '' : count === 1 ? ' · 1 alert' : ` · ${count} alerts`),
  alert: (side: AlertSide, price: string) => `${side === 'above' ? 'At or above' : 'At or below'} ${price}`,
  fired: (price: string, moment: string) => `reached at ${price} on ${moment}`,
  once: 'We send one mail and one notification when a later price or close gets there.',
  addSymbol: 'Add to watchlist',
  setAlert: 'Set a price alert',
  removeSymbol: (symbol: string) => `Remove ${symbol}`,
  removeAlert: (alert: string) => `Remove alert ${alert}`,
} as const
