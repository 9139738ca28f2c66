import type { Reply } from '@sauda/contract/platform/call'
import { sqlName } from '../../core/ledger/name.sql.ts'
import type { profileCalls } from '@sauda/contract/client/profile'
import { dataKeyOf, type Owner } from '../../platform/data-key.ts'
import { selectView, type Sql, type Tx } from '../../platform/db.ts'

type Profile = Reply<typeof profileCalls.read>
type OwnField = '_id' | 'name' | 'saudaId' | 'isDocsVerified' | 'mobile' | 'email'

/** Called at every start of the portal, so it is one round trip. PAN and account number are encrypted. */
export const findProfile = (sql: Sql, clientId: string) =>
  selectView<
    Pick<Profile, OwnField> & {
      photo?: string
      pan?: Buffer
      panName?: string
      aadhaar?: string
      dataKey?: Buffer
    } & Partial<Profile['bankDetails']>
  >(
    sql,
    `select c.id as "_id", c.name, ${sqlName('client', 'c.number')} as "saudaId", c.kyc_status as "isDocsVerified",
            c.photo_key as photo, c.mobile, c.email, i.pan_number as pan,
            i.pan_name as "panName", i.aadhaar_last4 as aadhaar,
            b.holder_name as "accountHolderName", b.account_number as "accountNumber", b.ifsc,
            ${dataKeyOf('c.id')} as "dataKey"
       from client c
       left join kyc_identity i on i.client_id = c.id
       left join bank_details b on b.client_id = c.id
      where c.id = $1`,
    [clientId],
  )

export const findPhotoOwner = (sql: Sql, key: string) =>
  sql.row<Owner>(`select id as "ownerId", ${dataKeyOf('id')} as "dataKey" from client where photo_key = $1`, [key])

/** Locks the current photo, so that concurrent uploads run one after another. */
export const lockPhoto = (tx: Tx, clientId: string) =>
  tx.row<{ photo_key: string | null }>('select photo_key from client where id = $1 for no key update', [clientId])

export const setPhoto = (tx: Tx, clientId: string, key: string) =>
  tx.run('update client set photo_key = $2 where id = $1', [clientId, key])
