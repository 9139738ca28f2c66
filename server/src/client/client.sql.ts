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

export type ClientSearch = { like: string; before: string | null; limit: number }

const columns = `c.id, 'SD' || c.number as sauda_id, c.name, c.email, c.mobile, c.kyc_status, c.created_at,
  c.frozen_at is not null as frozen`

export const selectClients = (sql: Sql, before: string | null, limit: number) =>
  sql.rows<ClientRow>(
    `select ${columns} from client c
      where c.number < coalesce($1::bigint, 9223372036854775807) order by c.number desc limit $2`,
    [before, limit],
  )

export const findAmongNewest = (sql: Sql, search: ClientSearch, look: number) =>
  sql.rows<ClientRow>(
    `select ${columns} from (select * from client where number < coalesce($2::bigint, 9223372036854775807)
                              order by number desc limit $4) c
      where c.search ilike $1 order by c.number desc limit $3`,
    [search.like, search.before, search.limit, look],
  )

/** All matches through the index: `offset 0` stops the planner from scanning the newest clients instead. */
export const findAmongAll = (sql: Sql, { like, before, limit }: ClientSearch) =>
  sql.rows<ClientRow>(
    `select ${columns} from (select * from client where search ilike $1 offset 0) c
      where c.number < coalesce($2::bigint, 9223372036854775807)
      order by c.number desc limit $3`,
    [like, before, limit],
  )

export const findClientPage = (sql: Sql, id: string) =>
  sql.row<
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

export type FreezeRow = { name: string; email: string; frozen: boolean }

export const lockClient = (tx: Tx, id: string) =>
  tx.row<FreezeRow>('select name, email, frozen_at is not null as frozen from client where id = $1 for no key update', [
    id,
  ])

export const setFrozen = (tx: Tx, id: string, reason: string | null) =>
  tx.run(
    `update client set frozen_reason = $2, frozen_at = case when $2::text is not null then now() end where id = $1`,
    [id, reason],
  )
