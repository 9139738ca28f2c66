import { maskAadhaar } from '@sauda/contract/kyc'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { ProfileContext } from '../app-context.ts'
import { clientActor } from '../audit/audit.ts'
import { requireRow } from '../platform/db.ts'
import { redrawImage } from '../platform/image.ts'
import type { Image } from '../platform/mount.ts'
import { randomToken } from '../platform/secret.ts'
import { findProfile, lockPhoto, setPhoto } from './profile.sql.ts'

/** Decrypts a client's PAN. */
export type OpenPan = (clientId: string, sealed: Buffer) => string

type Keys = Pick<ProfileContext, 'db' | 'accounts'> & { readonly openPan: OpenPan }

const photoSide = 512
const fileName = (key: string) => `photo/${key}`
const address = (key: string) => `/api/user/photo/${key}`

/** Empty text where nothing is known yet. */
export async function readProfile({ db, accounts, openPan }: Keys, clientId: string) {
  const row = await requireRow(findProfile(db, clientId))
  const { photo, pan, aadhaar, accountHolderName = '', accountNumber, ifsc = '', ...client } = row
  const account = accountNumber === undefined ? '' : accounts.open(clientId, accountNumber)
  const fields = {
    ...client,
    profileImageUrl: photo === undefined ? '' : address(photo),
    panNumber: pan === undefined ? '' : openPan(clientId, pan),
    aadhaarNumber: aadhaar === undefined ? '' : maskAadhaar(aadhaar),
    bankDetails: { accountHolderName, accountNumber: account, ifsc },
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
      actor: clientActor(client),
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
