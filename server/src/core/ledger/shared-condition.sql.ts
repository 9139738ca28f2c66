// SQL that features of several groups need, because only core may be imported by all of them.

/** In SQL: whether the client may cancel a pending withdrawal: nobody approved it, and it is in no payout batch. */
export const sqlCancellable =
  "type = 'withdrawal' and status = 'pending' and first_approval_by is null and payout_batch_id is null"

/** In SQL: whether the charges of trade t are not known, because no file of an exchange has it. */
export const isUncharged = '(t.charges is null and t.import_id is null and t.action_id is null)'

/** In SQL: the newest list of prices of 31 January 2018 of each exchange, which is the one that counts. */
export const countingLists =
  '(select distinct on (exchange) * from fair_value_list order by exchange, imported_at desc, id desc)'

/** In SQL: the highest price of each security on that day over the lists that count. */
export const highestPrices = `(select isin, max(price) as price from fair_value where list_id in (select id from ${countingLists} c) group by isin)`
