import { profileCalls } from '@sauda/contract/client/profile'
import type { ProfileContext, RouteContext } from '../../app-context.ts'
import {
  accountValues,
  findPhoto,
  maskedProfile,
  readProfile,
  replacePhoto,
  type OpenPan,
  type ValueSources,
} from './profile.ts'

export function profileRoutes(context: RouteContext & ProfileContext, openPan: OpenPan, sources: ValueSources) {
  const { mount, db, accounts } = context

  mount(profileCalls.read, async ({ client }) => {
    const profile = await readProfile({ db, accounts, openPan }, client.id)
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
