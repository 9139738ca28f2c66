import type { Reply } from '@sauda/contract/platform/call'
import { sqlName } from '../../core/ledger/name.sql.ts'
import type { AadhaarQr, DocumentStatus, kycCalls, KycDocumentName, KycStatus } from '@sauda/contract/client/kyc'
import { dataKeyOf } from '../../platform/data-key.ts'
import { listsOf, selectViews, type Sql, type Tx } from '../../platform/db.ts'

export const setKycStatus = (tx: Tx, id: string, status: KycStatus) =>
  tx.run('update client set kyc_status = $2 where id = $1', [id, status])

/** A correction, or a PAN to be used twice. Under the client's lock there is at most one. */
export const findPendingProposal = (sql: Sql, clientId: string) =>
  sql.row<{ _id: string; summary: string }>(
    `select id as "_id", summary from proposal where client_id = $1 and kind like 'kyc.%' and status = 'pending'`,
    [clientId],
  )

export type DocumentRow = {
  id: string
  document: KycDocumentName
  status: Exclude<DocumentStatus, 'missing'>
  reason: string | null
  file_key: string
  data_key: Buffer | null
  uploaded_at: Date
  decided_at: Date | null
  decided_by: string | null
  decided_by_name: string | null
  qr_result: AadhaarQr['result'] | null
  /** Encrypted. */
  qr_details: Buffer | null
}

/** The newest upload of each document: the one that counts. */
export const newestDocuments = (sql: Sql, clientId: string) =>
  sql.rows<DocumentRow>(
    `select distinct on (d.document) d.id, d.document, d.status, d.reason, d.file_key, d.uploaded_at, d.decided_at,
            d.qr_result, d.qr_details,
            o.name as decided_by_name, ${dataKeyOf('d.client_id')} as data_key
       from kyc_document d left join operator o on o.id = d.decided_by
      where d.client_id = $1
      order by d.document, d.uploaded_at desc, d.id desc`,
    [clientId],
  )

export const decidedDocuments = (sql: Sql, clientId: string, most: number) =>
  selectViews<Reply<typeof kycCalls.submission>['history'][number]>(
    sql,
    `select d.document, d.status, d.reason, coalesce(o.name, '') as "operatorName", d.decided_at as at
       from kyc_document d left join operator o on o.id = d.decided_by
      where d.client_id = $1 and d.decided_at is not null
      order by d.decided_at desc, d.id desc limit $2`,
    [clientId, most],
  )

export type NewDocument = { id: string; document: KycDocumentName; /** Name of the file in the store. */ name: string }

/** Uses the statement's time: the transaction may have begun before the one it waited for. */
export const insertDocuments = (tx: Tx, clientId: string, documents: readonly NewDocument[]) =>
  tx.run(
    `insert into kyc_document (id, client_id, document, file_key, uploaded_at)
     select d.id, $1, d.document, d.file_key, statement_timestamp()
       from unnest($2::uuid[], $3::text[], $4::text[]) as d (id, document, file_key)`,
    [clientId, ...listsOf(documents, 'id', 'document', 'name')],
  )

export const saveQr = (tx: Tx, clientId: string, qr: { result: AadhaarQr['result']; details: Buffer | null }) =>
  tx.run(
    `update kyc_document set qr_result = $2, qr_details = $3
      where client_id = $1 and document = 'aadhaar' and status = 'waiting'`,
    [clientId, qr.result, qr.details],
  )

/** The rejected photos become pending again, as new rows; returns the decisions they answer. */
export const resendRefused = (tx: Tx, clientId: string) =>
  tx.rows<{ reason: string; at: Date }>(
    `with refused as (
       select * from (select distinct on (document) * from kyc_document where client_id = $1
                       order by document, uploaded_at desc, id desc) d
        where status = 'refused'),
     sent as (
       insert into kyc_document (id, client_id, document, file_key, qr_result, qr_details, uploaded_at)
       select gen_random_uuid(), client_id, document, file_key, qr_result, qr_details, statement_timestamp() from refused)
     select reason, decided_at as at from refused order by document desc`,
    [clientId],
  )

/** Accepted photos wait for another decision, as rows of their own; returns how many. */
export const reopenDocuments = (tx: Tx, ids: readonly string[]) =>
  tx.run(
    `insert into kyc_document (id, client_id, document, file_key, qr_result, qr_details, uploaded_at)
     select gen_random_uuid(), client_id, document, file_key, qr_result, qr_details, statement_timestamp()
       from kyc_document where id = any($1)`,
    [ids],
  )

/** Accepted photos are rejected in new rows, so that the earlier decision stays in the history. */
export const revokeDocuments = (tx: Tx, ids: readonly string[], by: { reason: string; operatorId: string }) =>
  tx.run(
    `insert into kyc_document (id, client_id, document, file_key, qr_result, qr_details, uploaded_at, status, reason, decided_by, decided_at)
     select gen_random_uuid(), client_id, document, file_key, qr_result, qr_details, statement_timestamp(), 'refused', $2, $3, statement_timestamp()
       from kyc_document where id = any($1)`,
    [ids, by.reason, by.operatorId],
  )

export const decideDocument = (
  tx: Tx,
  v: { id: string; status: 'accepted' | 'refused'; reason: string | null; operatorId: string },
) =>
  tx.run(
    `update kyc_document set status = $2, reason = $3, decided_by = $4, decided_at = statement_timestamp()
      where id = $1 and status = 'waiting'`,
    [v.id, v.status, v.reason, v.operatorId],
  )

export const findIdentity = (sql: Sql, clientId: string) =>
  sql.row<{
    pan_number: Buffer | null
    pan_name: string | null
    aadhaar_last4: string | null
    /** Encrypted. */
    born_on: Buffer | null
    name: string
    data_key: Buffer | null
  }>(
    `select i.pan_number, i.pan_name, i.aadhaar_last4, i.born_on, c.name, ${dataKeyOf('c.id')} as data_key
       from client c left join kyc_identity i on i.client_id = c.id where c.id = $1`,
    [clientId],
  )

export const savePan = (tx: Tx, clientId: string, pan: { number: Buffer; lookup: Buffer; name: string }) =>
  tx.run(
    `insert into kyc_identity (client_id, pan_number, pan_lookup, pan_name) values ($1, $2, $3, $4)
     on conflict (client_id) do update set pan_number = $2, pan_lookup = $3, pan_name = $4`,
    [clientId, pan.number, pan.lookup, pan.name],
  )

/** Also as the name on the card, if one was accepted. */
export async function saveName(tx: Tx, clientId: string, name: string) {
  await tx.run('update client set name = $2 where id = $1', [clientId, name])
  await tx.run('update kyc_identity set pan_name = $2 where client_id = $1 and pan_name is not null', [clientId, name])
}

export const saveBornOn = (tx: Tx, clientId: string, bornOn: Buffer) =>
  tx.run(
    `insert into kyc_identity (client_id, born_on) values ($1, $2)
     on conflict (client_id) do update set born_on = $2`,
    [clientId, bornOn],
  )

type NewPan = { clientId: string; number: Buffer; lookup: Buffer; name: string }

export const insertPans = (tx: Tx, pans: readonly NewPan[]) =>
  tx.run(
    `insert into kyc_identity (client_id, pan_number, pan_lookup, pan_name)
     select * from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::text[])`,
    listsOf(pans, 'clientId', 'number', 'lookup', 'name'),
  )

export const saveAadhaar = (tx: Tx, clientId: string, last4: string) =>
  tx.run(
    `insert into kyc_identity (client_id, aadhaar_last4) values ($1, $2)
     on conflict (client_id) do update set aadhaar_last4 = $2`,
    [clientId, last4],
  )

/** Serialises decisions on one PAN, so that two clients accepted at the same moment see each other. */
export const lockPan = (tx: Tx, lookup: Buffer) =>
  tx.run('select pg_advisory_xact_lock($1::bigint)', [lookup.readBigInt64BE(0).toString()])

export type OtherClient = Reply<typeof kycCalls.submission>['samePan'][number]

export const othersWithPan = (sql: Sql, lookup: Buffer, clientId: string) =>
  sql.rows<OtherClient>(
    `select c.id as "clientId", c.name as "clientName", ${sqlName('client', 'c.number')} as "saudaId"
       from kyc_identity i join client c on c.id = i.client_id
      where i.pan_lookup = $1 and i.client_id <> $2
      order by c.number limit 20`,
    [lookup, clientId],
  )

/** For the queue; the item's id is the client's. */
export const kycItems = `select client_id as id, client_id, null::bigint as amount, min(uploaded_at) as since,
    null::uuid as first_approval_by, null as type
  from kyc_document where status = 'waiting' group by client_id`

/** Documents to upload again. */
export const kycAttention = `
  select 'document' as kind, id, document as detail, null::bigint as amount, 1 as count, null::date as due_on, reason,
         decided_at as since
    from (select distinct on (document) * from kyc_document where client_id = $1
           order by document, uploaded_at desc, id desc) d
   where status = 'refused'`
