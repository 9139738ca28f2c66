import { maskAccountNumber } from '@sauda/contract/money/bank'
import type { Reply } from '@sauda/contract/platform/call'
import { maskAadhaar, maskPan } from '@sauda/contract/client/pan-aadhaar'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { isSamePerson } from '@sauda/contract/platform/person-name'
import { rupeesOf } from '@sauda/contract/platform/money'
import { profileCalls } from '@sauda/contract/client/profile'
import type { SettingViews } from '@sauda/contract/client/setting'
import type { AppContext } from '../../app/app-context.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { redrawImage } from '../../platform/image.ts'
import type { Image } from '../../platform/mount.ts'
import { randomToken } from '../../platform/secret.ts'
import { findPhotoOwner, findProfile, lockPhoto, setPhoto } from './profile.sql.ts'

/** Decrypts a client's PAN. */
export type OpenPan = (clientId: string, sealed: Buffer, dataKey: Buffer | undefined) => string

type Keys = Pick<AppContext, 'db' | 'accounts'> & { readonly openPan: OpenPan }

const photoSide = 512
const fileName = (key: string) => `photo/${key}`
const address = (key: string) => `/api/user/photo/${key}`

/** Empty text where nothing is known yet. */
export async function readProfile({ db, accounts, openPan }: Keys, clientId: string) {
  const row = await requireRow(findProfile(db, clientId))
  const { photo, pan, panName, aadhaar, accountHolderName = '', accountNumber, ifsc = '', dataKey, ...client } = row
  const account = accountNumber === undefined ? '' : accounts.open(clientId, accountNumber, dataKey)
  const fields = {
    ...client,
    profileImageUrl: photo === undefined ? '' : address(photo),
    panNumber: pan === undefined ? '' : openPan(clientId, pan, dataKey),
    aadhaarNumber: aadhaar === undefined ? '' : maskAadhaar(aadhaar),
    bankDetails: { accountHolderName, accountNumber: account, ifsc },
    ...(panName !== undefined && account !== '' && { isHolderVerified: isSamePerson(panName, accountHolderName) }),
  }
  return { ...fields, data: fields }
}

/** The profile for the client's page at the desk. */
function maskedProfile({ data, ...profile }: Awaited<ReturnType<typeof readProfile>>) {
  const { panNumber, bankDetails } = data
  const masked = {
    panNumber: panNumber === '' ? '' : maskPan(panNumber),
    bankDetails: { ...bankDetails, accountNumber: maskAccountNumber(bankDetails.accountNumber) },
  }
  return { ...profile, ...masked, data: { ...data, ...masked } }
}

type AccountValues = Reply<typeof profileCalls.values>

/** Details of a client from other features. */
export type ValueSources = {
  readonly settings: (sql: Sql, clientId: string) => Promise<SettingViews>
  readonly chargesDue: (sql: Sql, clientId: string) => Promise<bigint>
  readonly secondFactor: (sql: Sql, clientId: string) => Promise<AccountValues['secondFactor']>
  readonly pennyDrop: (
    sql: Sql,
    clientId: string,
  ) => Promise<{ nameAtBank: string; paidOn: string; isCurrent: boolean } | undefined>
}

/** Adds when the bank confirmed the current account and its holder. */
async function withVerification(
  { db }: Keys,
  { pennyDrop }: ValueSources,
  { data, ...profile }: Awaited<ReturnType<typeof readProfile>>,
) {
  const drop = profile.bankDetails.accountNumber === '' ? undefined : await pennyDrop(db, profile._id)
  const isVerified = drop?.isCurrent === true && isSamePerson(profile.bankDetails.accountHolderName, drop.nameAtBank)
  const verified = isVerified ? { bankVerifiedOn: drop.paidOn } : {}
  return { ...profile, ...verified, data: { ...data, ...verified } }
}

async function accountValues(keys: Keys, sources: ValueSources, clientId: string): Promise<AccountValues> {
  const { db } = keys
  const [{ isDocsVerified, bankDetails }, { segment, nominee, settlement }, due, secondFactor] = await Promise.all([
    readProfile(keys, clientId),
    sources.settings(db, clientId),
    sources.chargesDue(db, clientId),
    sources.secondFactor(db, clientId),
  ])
  return {
    isDocsVerified,
    bankAccount: maskAccountNumber(bankDetails.accountNumber),
    segment: { inForce: segment.inForce, request: segment.request?.status },
    nominee: {
      count: nominee.inForce.nominees.length,
      optedOut: nominee.inForce.optedOut,
      request: nominee.request?.status,
    },
    settlement: { inForce: settlement.inForce, request: settlement.request?.status },
    chargesDue: rupeesOf(due),
    secondFactor,
  }
}

/** Returns the address of the new photo. */
async function replacePhoto(
  { files, audit, notifyScreens }: AppContext,
  client: { id: string; name: string },
  sent: Buffer,
  ip: string,
): Promise<string> {
  const key = randomToken()
  const bytes = await redrawImage(sent, { square: photoSide })
  const old = await files.add([{ name: fileName(key), bytes, ownerId: client.id }], async (tx) => {
    const before = (await lockPhoto(tx, client.id))?.photo_key ?? null
    await setPhoto(tx, client.id, key)
    if (before !== null) await files.release(tx, fileName(before))
    // Everyone with the name can load the photo, so the audit trail does not contain it.
    await audit(tx, {
      by: { client, ip },
      action: 'profile.photo',
      subjectId: client.id,
      before: { photo: before !== null },
      after: { photo: true },
    })
    await notifyScreens(tx, { clientId: client.id }, 'profile')
    return before
  })
  if (old !== null) await files.clear([fileName(old)])
  return address(key)
}

/** Throws `Not found` for anything that is not the name of a stored photo. */
async function findPhoto({ db, files }: AppContext, key: string): Promise<Image> {
  const owner = /^[\w-]{43}$/.test(key) ? await findPhotoOwner(db, key) : undefined
  const bytes = owner && (await files.get(fileName(key), owner))
  if (!bytes) throw new AppError(commonErrors.notFound)
  return { bytes, type: 'image/jpeg' }
}

export function profileRoutes(context: AppContext, openPan: OpenPan, sources: ValueSources) {
  const { mount, db, accounts } = context

  mount(profileCalls.read, async ({ client }) => {
    const keys = { db, accounts, openPan }
    const profile = await withVerification(keys, sources, await readProfile(keys, client.id))
    return client.isViewed ? maskedProfile(profile) : profile
  })

  mount(profileCalls.values, ({ client }) => accountValues({ db, accounts, openPan }, sources, client.id))

  mount(profileCalls.uploadPhoto, async ({ client, images, ip }) => {
    const profileImageUrl = await replacePhoto(context, client, images.profile ?? Buffer.alloc(0), ip)
    return { message: 'Profile photo updated', profileImageUrl }
  })

  mount(profileCalls.photo, async ({ params, reply }) => {
    const photo = await findPhoto(context, params.photoKey)
    // A new photo gets a new name, so this address never changes its content.
    reply.header('cache-control', 'private, max-age=31536000, immutable')
    return photo
  })
}
