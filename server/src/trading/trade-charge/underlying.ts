import type { Sql } from '../../platform/db.ts'
import { etfsCharged } from './stt-class.sql.ts'

/**
 * Underlyings of ETFs that are not equity-oriented funds: metals, money market, debt and shares of other countries. NSE writes them with and
 * without spaces. Two administrators decide on each, so that a wrong match charges nobody.
 */
const notEquity =
  /gold|silver|liquid|1\s*d\s*rate|overnight|money\s*market|g-?\s*sec|gilt|bond|sdl|t-?\s*bill|treasury|debt|crisil-?\s*ibx|nasdaq|hang\s*seng|fang|s&p\s*500|msci/i

/** ETFs of the exchange's list on which STT is charged today although their underlying is no Indian share. */
export const taxedEtfs = async (sql: Sql) =>
  (await etfsCharged(sql)).filter(({ underlying }) => notEquity.test(underlying))
