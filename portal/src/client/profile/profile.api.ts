import type { Reply } from '@sauda/contract/platform/call'
import type { KycStatus } from '@sauda/contract/client/kyc'
import { profileCalls } from '@sauda/contract/client/profile'
import { useState } from 'react'
import { standard } from '../../shell/api.ts'
import { givenText, givenWord } from '../../shell/given.ts'
import { useClientQuery, useRefetch } from '../../shell/query.tsx'

export const useProfile = () => useClientQuery(profileCalls.read, {}, { select: profileOf })

export const useAccountValues = () => useClientQuery(profileCalls.values)

export type Profile = Omit<Reply<typeof profileCalls.read>, 'data'>

/** The specification allows the fields to be wrapped in `data`, all or some of them, and does not say which are always there. */
export function profileOf({ data, ...own }: Partial<Profile> & { data?: Partial<Profile> }): Profile {
  const given = { ...own, ...data }
  const { accountHolderName, accountNumber, ifsc } = given.bankDetails ?? {}
  return {
    _id: givenText(given._id),
    name: givenText(given.name),
    saudaId: givenText(given.saudaId),
    isDocsVerified: verificationOf(given.isDocsVerified),
    profileImageUrl: assetAddress(givenText(given.profileImageUrl)),
    mobile: givenText(given.mobile),
    email: givenText(given.email),
    panNumber: givenText(given.panNumber),
    aadhaarNumber: givenText(given.aadhaarNumber),
    bankDetails: {
      accountHolderName: givenText(accountHolderName),
      accountNumber: givenText(accountNumber),
      ifsc: givenText(ifsc),
    },
    isHolderVerified: given.isHolderVerified === true,
    bankVerifiedOn: givenText(given.bankVerifiedOn) || undefined,
  }
}

/** The base address of a relative one is our origin (section 3). */
const assetAddress = (url: string): string => (url === '' || /^(?:[a-z]+:|\/)/i.test(url) ? url : `/${url}`)

/** The specification does not name the status of a verified client. */
const verificationOf = (status: unknown): KycStatus =>
  givenWord<KycStatus>(status, ['UNVERIFIED', 'PENDING', 'REVOKED'], 'VERIFIED')

/** A failure is only logged (section 8). Throws ApiError. */
export function useUploadPhoto() {
  const refetch = useRefetch()
  const [percent, setPercent] = useState<number>()
  const upload = async (profile: Blob): Promise<void> => {
    setPercent(0)
    try {
      const { profileImageUrl } = await standard.send(
        profileCalls.uploadPhoto,
        { images: { profile } },
        { onProgress: setPercent },
      )
      if (profileImageUrl) await fetched(profileImageUrl)
      await refetch('profile')
    } finally {
      setPercent(undefined)
    }
  }
  return { upload, percent }
}

/** Loads the photo before it replaces the preview, so that nothing flickers. */
async function fetched(address: string): Promise<void> {
  const image = new Image()
  image.src = address
  await image.decode().catch(() => undefined)
}
