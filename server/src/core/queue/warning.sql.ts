import { type Sql, listsOf, selectIds } from '../../platform/db.ts'
import { sqlName } from '../ledger/name.sql.ts'
import { type Blocked, sqlBlocked } from '../ledger/client.sql.ts'

// Each query reads what it needs for all clients or requests at once; `about` is the one that a row is about.

/** `lookup`: keyed hash of the account number. */
export type Account = { holder: string; lookup: Buffer; ifsc: string }

export type ClientRow = {
  id: string
  name: string
  blocked: Blocked
  pan_name: string | null
  holder_name: string | null
  account_lookup: Buffer | null
  ifsc: string | null
  /** Set if the client changed the bank details within the given days. */
  changed_at: Date | null
}

export const findClients = (sql: Sql, clientIds: readonly string[], changedDays: number) =>
  sql.rows<ClientRow>(
    `select c.id, c.name, ${sqlBlocked('c')} as blocked, i.pan_name, b.holder_name, b.account_lookup, b.ifsc,
            case when b.changed_at > now() - make_interval(days => $2) then b.changed_at end as changed_at
       from client c
       left join kyc_identity i on i.client_id = c.id
       left join bank_details b on b.client_id = c.id
      where c.id = any ($1::uuid[])`,
    [clientIds, changedDays],
  )

export type RequestRow = {
  id: string
  status: string
  pay_to_name: string | null
  pay_to_lookup: Buffer | null
  pay_to_ifsc: string | null
  closes: boolean
}

export const findRequests = (sql: Sql, requestIds: readonly string[]) =>
  sql.rows<RequestRow>(
    `select r.id, r.status, r.pay_to_name, r.pay_to_lookup, r.pay_to_ifsc,
            exists (select from closure k where k.request_id = r.id and k.status = 'open') as closes
       from wallet_request r where r.id = any ($1::uuid[])`,
    [requestIds],
  )

type ClientRef = { about: string; client_id: string; sauda_id: string }
type Limited = { readonly ids: readonly string[]; readonly limit: number }

export const samePan = (sql: Sql, { ids, limit }: Limited) =>
  sql.rows<ClientRef>(
    `select m.id as about, o.* from unnest($1::uuid[]) m (id) cross join lateral (
       select c.id as client_id, ${sqlName('client', 'c.number')} as sauda_id
         from kyc_identity mine
         join kyc_identity other on other.pan_lookup = mine.pan_lookup and other.client_id <> mine.client_id
         join client c on c.id = other.client_id
        where mine.client_id = m.id order by c.number limit $2) o`,
    [ids, limit],
  )

/** Bank accounts (`lookup`, `ifsc`) of a client: the saved one and those of earlier withdrawals. */
export const sqlAccountsOf = (clientId: string) => `(
  select account_lookup as lookup, ifsc from bank_details where client_id = ${clientId}
  union
  select pay_to_lookup, pay_to_ifsc from wallet_request where type = 'withdrawal' and client_id = ${clientId})`

/** Clients (`client_id`) with a bank account, saved or of an earlier withdrawal. */
export const sqlHoldersOf = (lookup: string, ifsc: string) => `(
  select client_id from bank_details where account_lookup = ${lookup} and ifsc = ${ifsc}
  union
  select client_id from wallet_request
   where type = 'withdrawal' and pay_to_lookup = ${lookup} and pay_to_ifsc = ${ifsc})`

type AccountOf = { readonly about: string; readonly clientId: string } & Account

export const sameAccount = (sql: Sql, accounts: readonly AccountOf[], limit: number) =>
  sql.rows<ClientRef>(
    `select m.about, o.* from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::text[]) m (about, client_id, lookup, ifsc)
      cross join lateral (
       select c.id as client_id, ${sqlName('client', 'c.number')} as sauda_id from client c
        where c.id <> m.client_id and c.id in ${sqlHoldersOf('m.lookup', 'm.ifsc')}
        order by c.number limit $5) o`,
    [...listsOf(accounts, 'about', 'clientId', 'lookup', 'ifsc'), limit],
  )

/** Whether the address is of this machine or a private network: a proxy or an office shared by many. */
const isPrivate = (ip: string) =>
  `${ip} ~* '^((::ffff:)?(127|10|192\\.168|172\\.(1[6-9]|2\\d|3[01]))\\.|::1$|f[cd]|fe80:)'`

/** Clients with an open session from the same network and the same kind of browser. `offset 0` makes the planner use the index of both. */
export const sameDevice = (sql: Sql, { ids, limit }: Limited) =>
  sql.rows<ClientRef & { device: string }>(
    `select m.id as about, o.* from unnest($1::uuid[]) m (id) cross join lateral (
       with mine as materialized (
         select distinct device, network_of(ip) as network from session
          where client_id = m.id and not ${isPrivate('ip')})
       select distinct on (c.number) c.id as client_id, ${sqlName('client', 'c.number')} as sauda_id, s.device
         from mine
        cross join lateral (select o.client_id, o.device from session o
                             where o.device = mine.device and network_of(o.ip) = mine.network
                               and o.client_id is not null and o.client_id <> m.id offset 0) s
         join client c on c.id = s.client_id
        order by c.number limit $2) o`,
    [ids, limit],
  )

export type QuickWithdrawalRow = {
  about: string
  deposit_id: string
  deposited: bigint
  withdrawal_id: string
  withdrawn: bigint
}
type Subject = { readonly about: string; readonly clientId: string; readonly requestId: string | undefined }

/**
 * Withdrawals within a day after a deposit was credited or, until then, reported: those of the request, or the client's
 * of the given days. Reads the client's last 200 requests, which bounds the cost.
 */
export const quickWithdrawals = (sql: Sql, subjects: readonly Subject[], days: number, limit: number) =>
  sql.rows<QuickWithdrawalRow>(
    `select m.about, o.* from unnest($1::uuid[], $2::uuid[], $3::uuid[]) m (about, client_id, request_id)
      cross join lateral (
       with recent as materialized (
         select id, type, coalesce(credited, amount) as amount, status, created_at, decided_at from wallet_request
          where client_id = m.client_id order by id desc limit 200)
       select d.id as deposit_id, d.amount as deposited, w.id as withdrawal_id, w.amount as withdrawn
         from recent w
         join recent d on d.type = 'added' and w.created_at >= d.created_at
          and w.created_at <= coalesce(d.decided_at, d.created_at) + interval '1 day'
        where w.type = 'withdrawal' and 'rejected' not in (w.status, d.status)
          and case when m.request_id is null then w.created_at > now() - make_interval(days => $4)
                   else m.request_id in (w.id, d.id) end
        order by w.id desc, d.id desc limit $5) o`,
    [...listsOf(subjects, 'about', 'clientId', 'requestId'), days, limit],
  )

/** A pending withdrawal of the client whose pending deposit `about` is. */
export type UnpaidRow = { about: string; id: string; number: bigint; amount: bigint }

export const unpaidBeside = (sql: Sql, depositIds: readonly string[], limit: number) =>
  sql.rows<UnpaidRow>(
    `select d.id as about, w.* from wallet_request d cross join lateral (
       select id, number, amount from wallet_request
        where client_id = d.client_id and type = 'withdrawal' and status = 'pending' order by id limit $2) w
      where d.id = any ($1::uuid[]) and d.type = 'added' and d.status = 'pending'`,
    [depositIds, limit],
  )

/** A request that resembles another. */
export type SimilarRow = {
  about: string
  id: string
  number: bigint
  type: 'added' | 'withdrawal'
  status: string
  client_id: string
  sauda_id: string
  /** Whether it belongs to the same client as the request. */
  same_client: boolean
}

const similar = (condition: string) =>
  `select r.id as about, o.* from wallet_request r cross join lateral (
     select o.id, o.number, o.type, o.status, o.client_id, ${sqlName('client', 'c.number')} as sauda_id,
            o.client_id = r.client_id as same_client
       from wallet_request o join client c on c.id = o.client_id
      where o.id <> r.id and ${condition}
      order by o.id desc limit $2) o
    where r.id = any ($1::uuid[])`

/** Given by the client or by the bank. */
export const sameUtr = (sql: Sql, { ids, limit }: Limited) =>
  sql.rows<SimilarRow>(
    similar(`o.id in (select id from wallet_request where utr = r.utr
                      union select id from wallet_request where bank_reference = r.utr)`),
    [ids, limit],
  )

/** Other requests of the same client, unless rejected. */
export const sameAmount = (sql: Sql, { ids, limit }: Limited, minutes: number) =>
  sql.rows<SimilarRow>(
    similar(`o.client_id = r.client_id and o.type = r.type and o.amount = r.amount and o.status <> 'rejected'
        and o.created_at between r.created_at - make_interval(mins => $3) and r.created_at + make_interval(mins => $3)`),
    [ids, limit, minutes],
  )

/** Requests that were made with other bank details than the client has now. */
export const changedDetails = (sql: Sql, requestIds: readonly string[]) =>
  selectIds(
    sql,
    `select r.id from wallet_request r join bank_details b on b.client_id = r.client_id
      where r.id = any ($1::uuid[]) and (b.account_lookup <> r.pay_to_lookup or b.ifsc <> r.pay_to_ifsc)`,
    [requestIds],
  )

export type HoldRow = { client_id: string; id: string; name: string; reason: string; remind_at: Date; operator: string }

export const withdrawalsOnHold = (sql: Sql, clientIds: readonly string[]) =>
  sql.rows<HoldRow>(
    `select r.client_id, r.id, ${sqlName('withdrawal', 'r.number')} as name, h.reason, h.remind_at, o.name as operator
       from wallet_request r
       join queue_hold h on h.kind = 'withdrawal' and h.item_id = r.id and h.remind_at > now()
       join operator o on o.id = h.held_by
      where r.client_id = any ($1::uuid[]) and r.status = 'pending' order by r.id`,
    [clientIds],
  )
