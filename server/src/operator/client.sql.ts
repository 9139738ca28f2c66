import type { KycStatus } from '@sauda/contract/kyc'
import type { Sql, Tx } from '../platform/db.ts'

export type ClientRow = {
  id: string
  sauda_id: string
  name: string
  email: string
  mobile: string
  kyc_status: KycStatus
  created_at: Date
  frozen: boolean
}
const columns = `c.id, 'SD' || c.number as sauda_id, c.name, c.email, c.mobile, c.kyc_status, c.created_at,
  c.frozen_at is not null as frozen`

/** Newest first; `like` is a pattern, `before` the number of the last client already read. */
export function selectClients(sql: Sql, like: string | null, before: string | null, limit: number) {
  return sql.rows<ClientRow>(
    `select ${columns} from client c
      where ($1::text is null or c.name ilike $1 or c.email ilike $1 or c.mobile like $1 or 'SD' || c.number ilike $1)
        and ($2::bigint is null or c.number < $2)
      order by c.number desc limit $3`,
    [like, before, limit],
  )
}

export function findClientPage(sql: Sql, id: string) {
  return sql.row<
    ClientRow & {
      executive_name: string
      referral_id: string
      frozen_reason: string | null
      two_step: boolean
      holder_name: string | null
      account_number: string | null
      ifsc: string | null
    }
  >(
    `select ${columns}, c.executive_name, c.referral_id, c.frozen_reason, t.confirmed_at is not null as two_step,
            b.holder_name, b.account_number, b.ifsc
       from client c
       left join totp t on t.owner_id = c.id
       left join bank_details b on b.client_id = c.id
      where c.id = $1`,
    [id],
  )
}

export type FreezeRow = { name: string; email: string; frozen: boolean }

export function holdClient(tx: Tx, id: string) {
  return tx.row<FreezeRow>(
    'select name, email, frozen_at is not null as frozen from client where id = $1 for no key update',
    [id],
  )
}

export function setFrozen(tx: Tx, id: string, reason: string | null) {
  return tx.run(
    `update client set frozen_reason = $2, frozen_at = case when $2::text is not null then now() end where id = $1`,
    [id, reason],
  )
}
