import { listsOf, type Sql, type Tx } from '../../platform/db.ts'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { dataKeyOf } from '../../platform/data-key.ts'

export type TakenRow = {
  id: string
  sauda_id: string
  email: string
  mobile: string
  ucc: string | null
  pan_lookup: Buffer | null
  fingerprint: Buffer | null
}
/** Whether one of these is the e-mail address of the operator. */
export const isEmailOf = async (sql: Sql, operatorId: string, emails: readonly string[]): Promise<boolean> =>
  (await sql.row('select from operator where id = $1 and email = any ($2)', [operatorId, emails])) !== undefined

type Identity = { readonly email: string; readonly mobile: string; readonly pan: Buffer; readonly ucc: string }

/** Clients with one of these e-mail addresses, mobile numbers, PANs or UCCs (in capitals). */
export const findTaken = (sql: Sql, found: readonly Identity[]) =>
  sql.rows<TakenRow>(
    `with taken as (
       select id from client where email = any($1::text[])
        union select id from client where mobile = any($2::text[])
        union select id from client where upper(ucc) = any($4::text[])
        union select client_id from kyc_identity where pan_lookup = any($3::bytea[]))
     select c.id, ${sqlName('client', 'c.number')} as sauda_id, c.email, c.mobile, c.ucc, i.pan_lookup, m.fingerprint
       from taken t join client c on c.id = t.id
       left join kyc_identity i on i.client_id = c.id
       left join imported_client m on m.client_id = c.id`,
    listsOf(found, 'email', 'mobile', 'pan', 'ucc'),
  )

/** No other transaction can record a PAN until this one ends; reads continue. */
export const lockIdentities = (tx: Tx) => tx.run('lock table kyc_identity in share row exclusive mode')

/** Paise. */
type Totals = { clients: number; positions: number; bank_details: number; balance: bigint; cost: bigint }

type NewImport = Totals & { id: string; fileName: string; fileHash: Buffer; content: Buffer; operatorId: string }

/** Violates client_import_pending if the file is already waiting. */
export const insertImport = (tx: Tx, i: NewImport) =>
  tx.run(
    `insert into client_import (id, file_name, file_hash, content, clients, positions, bank_details, balance, cost, requested_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [i.id, i.fileName, i.fileHash, i.content, i.clients, i.positions, i.bank_details, i.balance, i.cost, i.operatorId],
  )

/** Also removes the content; 0 if it is already decided. */
export const decideImport = (tx: Tx, d: { id: string; status: 'imported' | 'rejected'; operatorId: string }) =>
  tx.run(
    `update client_import set status = $2, content = null, decided_by = $3, decided_at = statement_timestamp()
      where id = $1 and status = 'pending'`,
    [d.id, d.status, d.operatorId],
  )

export type ImportRow = Totals & {
  id: string
  file_name: string
  status: 'pending' | 'imported' | 'rejected'
  requested_by_name: string
  requested_at: Date
  proposal_id: string | null
  decided_by_name: string | null
  decided_at: Date | null
}
const columns = `i.id, i.file_name, i.status, i.clients, i.positions, i.bank_details, i.balance, i.cost, i.requested_at,
  r.name as requested_by_name, d.name as decided_by_name, i.decided_at,
  (select p.id from proposal p where p.status = 'pending' and p.kind = 'client-import.book'
      and p.payload ->> 'importId' = i.id::text) as proposal_id`
const joins = 'join operator r on r.id = i.requested_by left join operator d on d.id = i.decided_by'

export const selectImports = (sql: Sql, most: number) =>
  sql.rows<ImportRow>(`select ${columns} from client_import i ${joins} order by i.id desc limit $1`, [most])

export const findImport = (sql: Sql, id: string) =>
  sql.row<ImportRow & { content: Buffer | null; data_key: Buffer | null }>(
    `select ${columns}, i.content, ${dataKeyOf('i.id')} as data_key from client_import i ${joins} where i.id = $1`,
    [id],
  )

export type Imported = { clientId: string; fingerprint: Buffer; balance: bigint }

export const insertImported = (tx: Tx, importId: string, clients: readonly Imported[]) =>
  tx.run(
    `insert into imported_client (client_id, import_id, fingerprint, balance)
     select u.client_id, $1, u.fingerprint, u.balance
       from unnest($2::uuid[], $3::bytea[], $4::bigint[]) as u (client_id, fingerprint, balance)`,
    [importId, ...listsOf(clients, 'clientId', 'fingerprint', 'balance')],
  )

/** Their hash is keyed, because the file is personal data; its bytes are deleted once it is decided. */
export const sentClientImports = `
  select i.id, i.file_name as name, i.clients || case i.clients when 1 then ' client' else ' clients' end as about,
         case i.status when 'pending' then 'waiting' when 'imported' then 'counted' else 'rejected' end as status,
         coalesce(i.decided_at, i.requested_at) as at, i.requested_by as sent_by, i.decided_by, null::bytea as sha256,
         case i.status when 'pending' then (
           select p.id from proposal p
            where p.status = 'pending' and p.kind = 'client-import.book' and p.payload ->> 'importId' = i.id::text) end as proposal_id
    from client_import i`
