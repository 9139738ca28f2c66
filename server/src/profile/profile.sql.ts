import type { KycStatus } from '@sauda/contract/kyc'
import type { Sql, Tx } from '../platform/db.ts'

export type ProfileRow = {
  id: string
  name: string
  sauda_id: string
  kyc_status: KycStatus
  photo_key: string | null
  mobile: string
  email: string
  pan_number: Buffer | null
  aadhaar_last4: string | null
  holder_name: string | null
  account_number: string | null
  ifsc: string | null
}

/** Called at every start of the portal, so it is one round trip. */
export const findProfile = (sql: Sql, clientId: string) =>
  sql.row<ProfileRow>(
    `select c.id, c.name, 'SD' || c.number as sauda_id, c.kyc_status, c.photo_key, c.mobile, c.email,
            i.pan_number, i.aadhaar_last4, b.holder_name, b.account_number, b.ifsc
       from client c
       left join kyc_identity i on i.client_id = c.id
       left join bank_details b on b.client_id = c.id
      where c.id = $1`,
    [clientId],
  )

/** Locks the current photo, so that concurrent uploads run one after another. */
export const lockPhoto = (tx: Tx, clientId: string) =>
  tx.row<{ photo_key: string | null }>('select photo_key from client where id = $1 for no key update', [clientId])

export const setPhoto = (tx: Tx, clientId: string, key: string) =>
  tx.run('update client set photo_key = $2 where id = $1', [clientId, key])
