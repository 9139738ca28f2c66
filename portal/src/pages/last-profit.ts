/** Paise of the most recent sale, and what to say under them. */
export type LastProfit = { readonly amount: bigint; readonly note: string }

/** Nothing has been sold: the trades, once they can be asked for, come in here. */
export function useLastProfit(): LastProfit {
  return { amount: 0n, note: 'No sale yet' }
}
