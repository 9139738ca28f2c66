import type { Sql } from '../platform/db.ts'

export type ClientRef = { client_id: string; sauda_id: string }
/** `lookup`: keyed hash of the account number. */
export type Account = { holder: string; lookup: Buffer; ifsc: string }

export type NamesRow = {
  name: string
  pan_name: string | null
  holder_name: string | null
  account_lookup: Buffer | null
  ifsc: string | null
  /** Set if the client changed the bank details within the given days. */
  changed_at: Date | null
}

export const findNames = (sql: Sql, clientId: string, changedDays: number) =>
  sql.row<NamesRow>(
    `select c.name, i.pan_name, b.holder_name, b.account_lookup, b.ifsc,
            case when b.changed_at > now() - make_interval(days => $2) then b.changed_at end as changed_at
       from client c
       left join kyc_identity i on i.client_id = c.id
       left join bank_details b on b.client_id = c.id
      where c.id = $1`,
    [clientId, changedDays],
  )

/** Including the bank details of earlier withdrawals. */
export const sameAccount = (sql: Sql, clientId: string, { lookup, ifsc }: Account, limit: number) =>
  sql.rows<ClientRef>(
    `select c.id as client_id, 'SD' || c.number as sauda_id from client c
      where c.id <> $1 and c.id in (
        select client_id from bank_details where account_lookup = $2 and ifsc = $3
        union
        select client_id from wallet_request where type = 'withdrawal' and pay_to_lookup = $2 and pay_to_ifsc = $3)
      order by c.number limit $4`,
    [clientId, lookup, ifsc, limit],
  )

export const samePan = (sql: Sql, clientId: string, limit: number) =>
  sql.rows<ClientRef>(
    `select c.id as client_id, 'SD' || c.number as sauda_id
       from kyc_identity mine
       join kyc_identity other on other.pan_lookup = mine.pan_lookup and other.client_id <> mine.client_id
       join client c on c.id = other.client_id
      where mine.client_id = $1 order by c.number limit $2`,
    [clientId, limit],
  )

/** Of this machine or a private network: a proxy or an office, behind which everybody is. */
const isPrivate = (ip: string) =>
  `${ip} ~* '^((::ffff:)?(127|10|192\\.168|172\\.(1[6-9]|2\\d|3[01]))\\.|::1$|f[cd]|fe80:)'`

/** Clients with an open session from the same network and the same kind of browser. `offset 0` makes the planner use the index of both. */
export const sameDevice = (sql: Sql, clientId: string, limit: number) =>
  sql.rows<ClientRef & { device: string }>(
    `with mine as materialized (
       select distinct device, network_of(ip) as network from session where client_id = $1 and not ${isPrivate('ip')})
     select distinct on (c.number) c.id as client_id, 'SD' || c.number as sauda_id, s.device
       from mine
      cross join lateral (select o.client_id, o.device from session o
                           where o.device = mine.device and network_of(o.ip) = mine.network
                             and o.client_id is not null and o.client_id <> $1 offset 0) s
       join client c on c.id = s.client_id
      order by c.number limit $2`,
    [clientId, limit],
  )

export type QuickWithdrawalRow = { deposit_id: string; deposited: bigint; withdrawal_id: string; withdrawn: bigint }

/**
 * Withdrawals within a day after a deposit was credited or, until then, reported: those of the request, or the client's
 * of the given days. Reads the client's last 200 requests, which bounds the cost.
 */
export const quickWithdrawals = (
  sql: Sql,
  q: { clientId: string; requestId: string | undefined; days: number },
  limit: number,
) =>
  sql.rows<QuickWithdrawalRow>(
    `with recent as materialized (
       select id, type, coalesce(credited, amount) as amount, status, created_at, decided_at from wallet_request
        where client_id = $1 order by id desc limit 200)
     select d.id as deposit_id, d.amount as deposited, w.id as withdrawal_id, w.amount as withdrawn
       from recent w
       join recent d on d.type = 'added' and w.created_at >= d.created_at
        and w.created_at <= coalesce(d.decided_at, d.created_at) + interval '1 day'
      where w.type = 'withdrawal' and 'rejected' not in (w.status, d.status)
        and case when $2::uuid is null then w.created_at > now() - make_interval(days => $3) else $2 in (w.id, d.id) end
      order by w.id desc, d.id desc limit $4`,
    [q.clientId, q.requestId ?? null, q.days, limit],
  )
