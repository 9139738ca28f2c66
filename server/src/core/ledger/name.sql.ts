import { namePrefixes } from '@sauda/contract/core/name'

/** SQL of the name of a row by its number: `SD100001`. */
export const sqlName = (kind: keyof typeof namePrefixes, number: string): string =>
  `'${namePrefixes[kind]}' || ${number}`

/** SQL of the ISIN of a security on a day: that of its last accepted successor, which most have not. */
export const sqlIsinOn = (isin: string, day: string): string =>
  `case when ${isin} in (select isin from isin_successor) then isin_on(${isin}, ${day}) else ${isin} end`

/** SQL of the prefix of a deposit or withdrawal, whose rows share a table. */
export const sqlRequestPrefix = (type = 'type'): string =>
  `case ${type} when 'added' then '${namePrefixes.deposit}' else '${namePrefixes.withdrawal}' end`

/** SQL of the name of a deposit or withdrawal: `ADD100001`, `WDR100002`. */
export const sqlRequestName = (table?: string): string => {
  const column = (name: string) => (table === undefined ? name : `${table}.${name}`)
  return `${sqlRequestPrefix(column('type'))} || ${column('number')}`
}

/** In SQL: whether the client may cancel a pending withdrawal: nobody approved it, and it is in no payout batch. */
export const sqlCancellable =
  "type = 'withdrawal' and status = 'pending' and first_approval_by is null and payout_batch_id is null"

/** In SQL: whether the charges of trade t are not known, because no file of an exchange has it. */
export const isUncharged = '(t.charges is null and t.import_id is null and t.action_id is null)'

/** In SQL: the list of prices of 31 January 2018 of each exchange that counts, the newest. */
export const countingLists =
  '(select distinct on (exchange) * from fair_value_list order by exchange, imported_at desc, id desc)'

/** In SQL: the highest price of each security on that day over the lists that count. */
export const highestPrices = `(select isin, max(price) as price from fair_value where list_id in (select id from ${countingLists} c) group by isin)`
