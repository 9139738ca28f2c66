import type { Reply } from '@sauda/contract/call'
import type { profileCalls } from '@sauda/contract/profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { standard } from '../shell/api.ts'
import { useSession } from '../shell/session.ts'

/** A failure is only logged (section 8); without a session there is no request (section 6). */
export function useProfile() {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['profile', userId],
    enabled: token !== null && userId !== null,
    queryFn: async ({ signal }) =>
      profileOf(
        await standard.send<typeof profileCalls.read>(
          'GET /user/profile/:userId',
          { params: { userId: userId ?? '' } },
          { quiet: true, signal },
        ),
      ),
  })
}

type Profile = Omit<Reply<typeof profileCalls.read>, 'data'>
const noBankDetails = { accountHolderName: '', accountNumber: '', ifsc: '' }

/** The specification allows the fields to be wrapped in `data`, all or some of them. */
export function profileOf({ data, ...own }: Partial<Profile> & { data?: Partial<Profile> }): Profile {
  const profile = { ...own, ...data } as Profile
  return { ...profile, bankDetails: profile.bankDetails ?? noBankDetails }
}

/** A failure is only logged (section 8). Throws ApiError. */
export function useUploadPhoto() {
  const queries = useQueryClient()
  const [percent, setPercent] = useState<number>()
  const upload = async (profile: Blob): Promise<void> => {
    setPercent(0)
    try {
      const { profileImageUrl } = await standard.send<typeof profileCalls.uploadPhoto>(
        'POST /user/upload-profile',
        { images: { profile } },
        { quiet: true, onProgress: setPercent },
      )
      await fetched(profileImageUrl)
      await queries.invalidateQueries({ queryKey: ['profile'] })
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
