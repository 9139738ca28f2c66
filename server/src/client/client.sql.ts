import type { Reply } from '@sauda/contract/call'
import type { clientCalls } from '@sauda/contract/client'
import { selectView, selectViews, type Sql, type Tx } from '../platform/db.ts'

type ClientLine = Reply<typeof clientCalls.clients>['clients'][number]

export type ClientSearch = { like: string; before: string | null; limit: number }

const columns = `c.id as "_id", 'SD' || c.number as "saudaId", c.name, c.email, c.mobile,
  c.kyc_status as "isDocsVerified", c.created_at as "createdAt", c.frozen_at is not null as frozen`

export const selectClients = (sql: Sql, before: string | null, limit: number) =>
  selectViews<ClientLine>(
    sql,
    `select ${columns} from client c
      where c.number < coalesce($1::bigint, 9223372036854775807) order by c.number desc limit $2`,
    [before, limit],
  )

export const findAmongNewest = (sql: Sql, search: ClientSearch, look: number) =>
  selectViews<ClientLine>(
    sql,
    `select ${columns} from (select * from client where number < coalesce($2::bigint, 9223372036854775807)
                              order by number desc limit $4) c
      where c.search ilike $1 order by c.number desc limit $3`,
    [search.like, search.before, search.limit, look],
  )

/** All matches through the index: `offset 0` stops the planner from scanning the newest clients instead. */
export const findAmongAll = (sql: Sql, { like, before, limit }: ClientSearch) =>
  selectViews<ClientLine>(
    sql,
    `select ${columns} from (select * from client where search ilike $1 offset 0) c
      where c.number < coalesce($2::bigint, 9223372036854775807)
      order by c.number desc limit $3`,
    [like, before, limit],
  )

type ClientPage = Reply<typeof clientCalls.client>
type OwnField = keyof ClientLine | 'executiveName' | 'referralId' | 'frozenReason' | 'twoStep'

/** The account number is encrypted. */
export const findClientPage = (sql: Sql, id: string) =>
  selectView<Pick<ClientPage, OwnField> & Partial<ClientPage['bankDetails']>>(
    sql,
    `select ${columns}, c.executive_name as "executiveName", c.referral_id as "referralId",
            c.frozen_reason as "frozenReason", t.confirmed_at is not null as "twoStep",
            b.holder_name as "accountHolderName", b.account_number as "accountNumber", b.ifsc
       from client c
       left join totp t on t.owner_id = c.id
       left join bank_details b on b.client_id = c.id
      where c.id = $1`,
    [id],
  )

export const lockClient = (tx: Tx, id: string) =>
  tx.row<{
    name: string
    email: string
    frozen_at: Date | null
    frozen_reason: string | null
    frozen_by: string | null
    frozen_by_name: string | null
  }>(
    `select name, email, frozen_at, frozen_reason, frozen_by,
            (select o.name from operator o where o.id = frozen_by) as frozen_by_name
       from client where id = $1 for no key update`,
    [id],
  )

export const freeze = (tx: Tx, id: string, { reason, operatorId }: { reason: string; operatorId: string }) =>
  tx.run('update client set frozen_reason = $2, frozen_by = $3, frozen_at = now() where id = $1', [
    id,
    reason,
    operatorId,
  ])

export const unfreeze = (tx: Tx, id: string) =>
  tx.run('update client set frozen_reason = null, frozen_by = null, frozen_at = null where id = $1', [id])
