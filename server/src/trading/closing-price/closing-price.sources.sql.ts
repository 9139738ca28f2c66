import { filesOfFormat } from '../../core/sent-file/sent-file.sql.ts'
import { sqlDayText } from '../../platform/india.ts'

// Price files in the queue and in the list of all files.

/** For the queue: the files with prices that wait for an operator. */
export const heldPriceFiles = `
  select f.id, null::uuid as client_id, null::bigint as amount, f.imported_at as since, f.imported_by as first_approval_by, 'closing-price' as type
    from price_file f where exists (select from closing_price p where p.file_id = f.id and p.is_held and p.accepted is null)`

export const sentPriceFiles = filesOfFormat({
  table: 'price_file',
  kind: 'price-file.count',
  about: `f.exchange || ', ' || ${sqlDayText('f.day')}`,
  key: ['exchange', 'day'],
})
