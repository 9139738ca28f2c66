import type { profileCalls } from '@sauda/contract/profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { standard } from '../shell/api.ts'
import { useSession } from '../shell/session.ts'

/** The client's own profile. A failure is only logged (section 8); without a session nothing is asked. */
export function useProfile() {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['profile', userId],
    enabled: token !== null && userId !== null,
    queryFn: ({ signal }) =>
      standard.send<typeof profileCalls.read>(
        'GET /user/profile/:userId',
        { params: { userId: userId ?? '' } },
        { quiet: true, signal },
      ),
  })
}

/** Sends a new profile photo; `percent` while it is on its way. A failure is logged and no toast (section 8). Throws ApiError. */
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

/** In the browser's cache before the preview gives way to it, so that nothing blinks. */
async function fetched(address: string): Promise<void> {
  const image = new Image()
  image.src = address
  await image.decode().catch(() => undefined)
}
