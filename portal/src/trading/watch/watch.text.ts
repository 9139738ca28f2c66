import type { AlertSide } from '@sauda/contract/trading/watch'

export const watchText = {
  empty: 'Your watchlist is empty',
  emptyHint: 'Add a symbol above to follow its price.',
  failed: 'Your watchlist could not be loaded',
  noMatch: 'No instrument matches',
  /** The side of an open alert follows from the price beside it. */
  alerts: (texts: readonly string[]) =>
    texts.length === 0 ? '' : texts.length === 1 ? `\u00a0· alert ${texts[0]}` : `\u00a0· ${texts.length} alerts`,
  alert: (side: AlertSide, price: string) => `${side === 'above' ? 'At or above' : 'At or below'} ${price}`,
  fired: (price: string, moment: string) => `reached at ${price} on ${moment}`,
  once: 'We send one mail and one notification when a later price or close gets there.',
  addSymbol: 'Add to watchlist',
  setAlert: 'Set a price alert',
  removeSymbol: (symbol: string) => `Remove ${symbol}`,
  removeAlert: (alert: string) => `Remove alert ${alert}`,
} as const
