import { kycCalls } from '@sauda/contract/kyc'
import type { KycContext, RouteContext } from '../app-context.ts'
import { decide } from './kyc.decide.ts'
import { checkPan, submission, viewImage } from './kyc.desk.ts'
import { createPanCipher, kycStatusOf, uploadDocuments } from './kyc.ts'

export function kycRoutes(context: RouteContext & KycContext) {
  const { mount, db, secret } = context
  const pans = createPanCipher(secret)

  mount(kycCalls.upload, async ({ client, images, ip }) => {
    const isDocsVerified = await uploadDocuments(context, client, images, ip)
    return { message: "We've received your documents. Please wait while we verify them.", user: { isDocsVerified } }
  })
  mount(kycCalls.status, ({ client }) => kycStatusOf(db, client.id))
  mount(kycCalls.submission, ({ params }) => submission(db, pans, params.clientId))
  mount(kycCalls.image, (given) => viewImage(context, given))
  mount(kycCalls.checkPan, (given) => checkPan(context, pans, given))
  mount(kycCalls.decide, (given) => decide(context, pans, given))
}
