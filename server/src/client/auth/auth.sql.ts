import type { KycStatus } from '@sauda/contract/client/kyc'
import { listsOf, type Sql, type Tx, selectValue } from '../../platform/db.ts'
import { type Blocked, sqlBlocked } from '../../core/ledger/client.sql.ts'
import { advisoryLocks } from '../../platform/advisory-lock.sql.ts'

export type ClientRow = {
  id: string
  name: string
  email: string
  mobile: string
  password_hash: string
  kyc_status: KycStatus
  blocked: Blocked
}
const clientColumns = `id, name, email, mobile, password_hash, kyc_status, ${sqlBlocked()} as blocked`

export const findClientByEmail = (sql: Sql, email: string) =>
  sql.row<ClientRow>(`select ${clientColumns} from client where email = $1`, [email])

export const findClient = (sql: Sql, id: string) =>
  sql.row<ClientRow>(`select ${clientColumns} from client where id = $1`, [id])

export const lockClient = (sql: Sql, id: string) =>
  sql.row<ClientRow>(`select ${clientColumns} from client where id = $1 for share`, [id])

export const lockClientToChange = (tx: Tx, id: string) =>
  tx.row<ClientRow>(`select ${clientColumns} from client where id = $1 for no key update`, [id])

/** 0 if the password was changed since the caller checked it. */
export const replacePassword = (sql: Sql, id: string, oldHash: string, newHash: string) =>
  sql.run('update client set password_hash = $3 where id = $1 and password_hash = $2', [id, oldHash, newHash])

export const setPassword = (sql: Sql, id: string, hash: string) =>
  sql.run('update client set password_hash = $2 where id = $1', [id, hash])

export const wasRevealed = async (tx: Tx, key: string) =>
  (await tx.row('select from throttle where key = $1 and resets_at > now()', [key])) !== undefined

/** Creates the row if missing, resets it after a day, and locks it until the transaction ends. */
export const lockBudget = (tx: Tx, key: string) =>
  selectValue<number>(
    tx,
    `insert into throttle as t (key, count, resets_at) values ($1, 0, now() + interval '1 day')
     on conflict (key) do update set
       count = case when t.resets_at < now() then 0 else t.count end,
       resets_at = case when t.resets_at < now() then excluded.resets_at else t.resets_at end
     returning count`,
    [key],
  )

export const spendBudget = (tx: Tx, key: string) =>
  tx.run('update throttle set count = count + 1 where key = $1', [key])

export const rememberRevealed = (sql: Sql, key: string) =>
  sql.run(
    `insert into throttle (key, count, resets_at) values ($1, 1, now() + interval '1 day')
     on conflict (key) do update set resets_at = excluded.resets_at`,
    [key],
  )

export type ImportedRow = {
  id: string
  email: string
  name: string
  mobile: string
  executive: string
  isVerified: boolean
  ucc: string
  demat: string
  address: string
  noteConsentOn: string
}

/** Violates client_email_key or client_mobile_key. */
export const insertImportedClients = (tx: Tx, passwordHash: string, clients: readonly ImportedRow[]) =>
  tx.run(
    `insert into client (id, email, name, mobile, password_hash, executive_name, referral_id, kyc_status, ucc, demat, note_address, note_consent_on)
     select u.id, u.email, u.name, u.mobile, $1, u.executive, '', case when u.verified then 'VERIFIED' else 'UNVERIFIED' end,
            nullif(u.ucc, ''), nullif(u.demat, ''), u.address, nullif(u.consent_on, '')::date
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::text[], $9::text[], $10::text[], $11::text[])
         with ordinality as u (id, email, name, mobile, executive, verified, ucc, demat, address, consent_on, place)
      order by u.place`,
    [
      passwordHash,
      ...listsOf(
        clients,
        'id',
        'email',
        'name',
        'mobile',
        'executive',
        'isVerified',
        'ucc',
        'demat',
        'address',
        'noteConsentOn',
      ),
    ],
  )

export type Registration = {
  id: string
  email: string
  name: string
  mobile: string
  password_hash: string
  executive_name: string
  referral_id: string
}
const columns = 'id, email, name, mobile, password_hash, executive_name, referral_id'

export const findTaken = (sql: Sql, email: string, mobile: string) =>
  sql.row<{ email: boolean; mobile: boolean }>(
    `select exists (select from client where email = $1) as email,
            exists (select from client where mobile = $2) as mobile`,
    [email, mobile],
  )

/** Serialises the registrations of one address, so that their mails keep the pause between them. */
export const lockAddress = (tx: Tx, email: string) =>
  tx.run('select pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.registration, email])

export const findByFlow = (sql: Sql, flowHash: Buffer) =>
  sql.row<Registration>(`select ${columns} from pending_registration where flow_hash = $1`, [flowHash])

export const mailSchedule = (tx: Tx, m: { email: string; id: string | null; pauseSeconds: number; perHour: number }) =>
  tx.row<{
    /** Seconds until the next mail to this address may be sent. */
    delay: number
    /** In the last hour, including those not sent yet. */
    mails: number
    /** Seconds until the hourly limit allows another mail. */
    wait: number
    /** A mail of registration `id` is younger than the pause. */
    is_recent: boolean
  }>(
    `select coalesce(greatest(extract(epoch from max(at) - now()) + $3, 0), 0)::float8 as delay, count(*)::int as mails,
            coalesce(extract(epoch from (array_agg(at order by at desc))[$4] + interval '1 hour' - now()), 0)::float8 as wait,
            coalesce(bool_or(p.id = $2 and at > now() - make_interval(secs => $3)), false) as is_recent
       from pending_registration p cross join unnest(p.mailed_at) at
      where p.email = $1 and at > now() - interval '1 hour'`,
    [m.email, m.id, m.pauseSeconds, m.perHour],
  )

export const isCodeInUse = async (tx: Tx, email: string, hash: Buffer): Promise<boolean> =>
  (await tx.row('select from pending_registration where email = $1 and code_hash = $2', [email, hash])) !== undefined

type Code = { hash: Buffer; delay: number; validMinutes: number }

export const insertRegistration = (tx: Tx, r: Registration, flowHash: Buffer, code: Code) =>
  tx.run(
    `insert into pending_registration (${columns}, flow_hash, code_hash, code_expires_at, mailed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10, mins => $11),
             array[now() + make_interval(secs => $10)])`,
    [
      r.id,
      r.email,
      r.name,
      r.mobile,
      r.password_hash,
      r.executive_name,
      r.referral_id,
      flowHash,
      code.hash,
      code.delay,
      code.validMinutes,
    ],
  )

export const replaceCode = (tx: Tx, id: string, code: Code) =>
  tx.run(
    `update pending_registration
        set code_hash = $2, wrong_tries = 0, other_tries = 0, code_expires_at = now() + make_interval(secs => $3, mins => $4),
            mailed_at = mailed_at || now() + make_interval(secs => $3)
      where id = $1`,
    [id, code.hash, code.delay, code.validMinutes],
  )

/**
 * The registrations a code may be for: this browser's, or else all of the address, which has tries of its own for that.
 * Locked, so that parallel tries are all counted.
 */
export const lockRegistrations = (
  tx: Tx,
  r: { email: string; flowHash: Buffer | null; codeHash: Buffer; tries: number },
) =>
  tx.rows<Registration & { fits: boolean; is_valid: boolean }>(
    `select ${columns}, code_hash = $3 as fits,
            code_expires_at > now() and case when flow_hash = $2 then wrong_tries else other_tries end < $4 as is_valid
       from pending_registration p
      where email = $1
        and (flow_hash = $2 or not exists (select from pending_registration o where o.email = $1 and o.flow_hash = $2))
      order by id for update`,
    [r.email, r.flowHash, r.codeHash, r.tries],
  )

export const countWrongTry = (tx: Tx, id: string, flowHash: Buffer | null) =>
  tx.run(
    `update pending_registration
        set wrong_tries = wrong_tries + (flow_hash is not distinct from $2)::int,
            other_tries = other_tries + (flow_hash is distinct from $2)::int
      where id = $1`,
    [id, flowHash],
  )

/** Also cancels the address's mails that were not sent yet. */
export async function deleteRegistrations(tx: Tx, email: string): Promise<void> {
  await tx.run('delete from pending_registration where email = $1', [email])
  await tx.run("delete from mail where recipient = $1 and status = 'queued' and attempts = 0 and next_try_at > now()", [
    email,
  ])
}

export const deleteOldRegistrations = (sql: Sql, hours: number) =>
  sql.run('delete from pending_registration where created_at < now() - make_interval(hours => $1)', [hours])

/** Violates client_email_key or client_mobile_key if another request came first. */
export const insertClient = (sql: Sql, r: Registration) =>
  sql.run(
    `insert into client (id, email, name, mobile, password_hash, executive_name, referral_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [r.id, r.email, r.name, r.mobile, r.password_hash, r.executive_name, r.referral_id],
  )
