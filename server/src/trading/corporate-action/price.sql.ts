/** In SQL: shares with an action that changed their number. */
const changed = `(select stock from corporate_action where reversed_at is null and kind in ('split', 'consolidation', 'bonus'))`

/** In SQL: a price of a day as it compares with those of today, after the splits, consolidations and bonuses since. */
export const sqlAdjusted = (price: string, stock: string, day: string): string =>
  `case when ${stock} in ${changed} then round(${price} * price_factor(${stock}, ${day}), 4) else ${price} end`

/** In SQL: what a price of an earlier day is multiplied by to compare with those of a later one; 1 for most shares. */
export const sqlFactorBetween = (stock: string, earlier: string, later: string): string =>
  `case when ${stock} in ${changed} then price_factor(${stock}, ${earlier}) / price_factor(${stock}, ${later}) else 1 end`
