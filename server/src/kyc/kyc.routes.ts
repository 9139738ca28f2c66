import { imageRules } from '@sauda/contract/image'
import { kycCalls, type KycDocumentName } from '@sauda/contract/kyc'
import { commonErrors } from '@sauda/contract/error'
import type { KycContext, RouteContext } from '../app-context.ts'
import { spend } from '../session/throttle.ts'
import { decide } from './kyc.decide.ts'
import { checkPan, otherClient, submission, viewImage } from './kyc.desk.ts'
import { createPanCipher } from './kyc.ts'
import { kycStatusOf, uploadDocuments } from './kyc.ts'

export function kycRoutes(context: RouteContext & KycContext) {
  const { mount, db, secret, config } = context
  const pans = createPanCipher(secret)

  mount(kycCalls.upload, async ({ client, images, ip }) => {
    if (config.rateLimits) await spend(db, `upload:${client.id}`, imageRules.uploads, commonErrors.tooMany)
    const isDocsVerified = await uploadDocuments(context, client, images, ip)
    return {
      message: "We've received your documents. Please wait while we verify them.",
      user: { isDocsVerified },
    }
  })

  mount(kycCalls.status, ({ client }) => kycStatusOf(db, client.id))

  mount(kycCalls.submission, ({ params }) => submission(db, pans, params.clientId))

  mount(kycCalls.image, ({ operator, params, ip }) =>
    viewImage(context, { operator, clientId: params.clientId, document: params.document as KycDocumentName, ip }),
  )

  mount(kycCalls.checkPan, ({ operator, params, body, ip }) =>
    checkPan(context, pans, { operator, clientId: params.clientId, number: body.number, ip }),
  )

  mount(kycCalls.decide, async ({ operator, params, body, ip }) => {
    const { isDocsVerified, samePan } = await decide(context, pans, {
      operator,
      clientId: params.clientId,
      decisions: body,
      ip,
    })
    return { isDocsVerified, samePan: samePan.map(otherClient) }
  })
}
