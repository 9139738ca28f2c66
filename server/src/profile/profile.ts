import { maskAadhaar } from '@sauda/contract/kyc'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { ProfileContext } from '../app-context.ts'
import { redrawImage } from '../platform/image.ts'
import type { Image } from '../platform/mount.ts'
import { randomToken } from '../platform/secret.ts'
import { findProfile, lockPhoto, setPhoto } from './profile.sql.ts'

/** Decrypts a client's PAN. */
export type OpenPan = (clientId: string, sealed: Buffer) => string

type Keys = Pick<ProfileContext, 'db' | 'accounts'> & { readonly openPan: OpenPan }

const photoSide = 512
const fileName = (key: string) => `photo/${key}`
const address = (key: string | null) => (key === null ? '' : `/api/user/photo/${key}`)

/** Empty text where nothing is known yet. */
export async function readProfile({ db, accounts, openPan }: Keys, clientId: string) {
  const row = await findProfile(db, clientId)
  if (!row) throw new AppError(commonErrors.notFound)
  const fields = {
    _id: row.id,
    name: row.name,
    saudaId: row.sauda_id,
    isDocsVerified: row.kyc_status,
    profileImageUrl: address(row.photo_key),
    mobile: row.mobile,
    email: row.email,
    panNumber: row.pan_number === null ? '' : openPan(row.id, row.pan_number),
    aadhaarNumber: row.aadhaar_last4 === null ? '' : maskAadhaar(row.aadhaar_last4),
    bankDetails: {
      accountHolderName: row.holder_name ?? '',
      accountNumber: row.account_number === null ? '' : accounts.open(row.id, row.account_number),
      ifsc: row.ifsc ?? '',
    },
  }
  return { ...fields, data: fields }
}

/** Returns the address of the new photo. */
export async function replacePhoto(
  { files, audit, notifyScreens }: ProfileContext,
  client: { id: string; name: string },
  sent: Buffer,
  ip: string,
): Promise<string> {
  const key = randomToken()
  const bytes = await redrawImage(sent, { square: photoSide })
  const old = await files.add([{ name: fileName(key), bytes }], async (tx) => {
    const before = (await lockPhoto(tx, client.id))?.photo_key ?? null
    await setPhoto(tx, client.id, key)
    if (before !== null) await files.release(tx, fileName(before))
    // Everyone with the name can load the photo, so the audit trail does not contain it.
    await audit(tx, {
      actor: { kind: 'client', id: client.id, name: client.name },
      action: 'profile.photo',
      subjectId: client.id,
      before: { photo: before !== null },
      after: { photo: true },
      ip,
    })
    await notifyScreens(tx, { clientId: client.id }, 'profile')
    return before
  })
  if (old !== null) await files.clear([fileName(old)])
  return address(key)
}

/** Throws `Not found` for anything that is not the name of a stored photo. */
export async function findPhoto({ files }: ProfileContext, key: string): Promise<Image> {
  const bytes = /^[\w-]{43}$/.test(key) ? await files.get(fileName(key)) : undefined
  if (!bytes) throw new AppError(commonErrors.notFound)
  return { bytes, type: 'image/jpeg' }
}
