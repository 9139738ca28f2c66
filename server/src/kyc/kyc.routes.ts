import { imageRules } from '@sauda/contract/image'
import { kycCalls } from '@sauda/contract/kyc'
import type { KycDocumentName } from '@sauda/contract/kyc'
import { commonRefusals } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import { spend } from '../session/throttle.ts'
import { decide } from './kyc.decide.ts'
import { checkPan, otherClient, submission, viewImage } from './kyc.desk.ts'
import { createPanSafe } from './kyc.pan.ts'
import { kycStatusOf, uploadDocuments } from './kyc.ts'

export function kycRoutes(house: House) {
  const { mount, db, secret, config } = house
  const pans = createPanSafe(secret)

  mount(kycCalls.upload, async ({ client, images, ip }) => {
    if (config.rateLimits) await spend(db, `upload:${client.id}`, imageRules.uploads, commonRefusals.tooMany)
    const isDocsVerified = await uploadDocuments(house, client, images, ip)
    return {
      message: "We've received your documents. Please wait while we verify them.",
      user: { isDocsVerified },
    }
  })

  mount(kycCalls.status, ({ client }) => kycStatusOf(db, client.id))

  mount(kycCalls.submission, ({ params }) => submission(db, pans, params.clientId))

  mount(kycCalls.image, ({ operator, params, ip }) =>
    viewImage(house, { operator, clientId: params.clientId, document: params.document as KycDocumentName, ip }),
  )

  mount(kycCalls.checkPan, ({ operator, params, body, ip }) =>
    checkPan(house, pans, { operator, clientId: params.clientId, number: body.number, ip }),
  )

  mount(kycCalls.decide, async ({ operator, params, body, ip }) => {
    const { isDocsVerified, samePan } = await decide(house, pans, {
      operator,
      clientId: params.clientId,
      decisions: body,
      ip,
    })
    return { isDocsVerified, samePan: samePan.map(otherClient) }
  })
}
