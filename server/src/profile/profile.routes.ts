import { profileCalls } from '@sauda/contract/profile'
import type { ProfileContext, RouteContext } from '../app-context.ts'
import { findPhoto, readProfile, replacePhoto, type OpenPan } from './profile.ts'

export function profileRoutes(context: RouteContext & ProfileContext, openPan: OpenPan) {
  const { mount, db, accounts } = context

  mount(profileCalls.read, ({ client }) => readProfile({ db, accounts, openPan }, client.id))

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
