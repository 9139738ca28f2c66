import { identityCalls } from '@sauda/contract/client/identity'
import { kycCalls } from '@sauda/contract/client/kyc'
import { replyTexts } from '@sauda/contract/core/reply'
import type { AppContext } from '../../app/app-context.ts'
import { correctIdentity } from './kyc.identity.ts'
import { decide } from './kyc.decide.ts'
import { targetOf } from '../../core/queue/claim.ts'
import { viewProof } from '../../core/queue/reply.ts'
import { checkPan, submission, viewImage, correct } from './kyc.desk.ts'
import { kycStatusOf, reply, replyThread, uploadDocuments } from './kyc.ts'

export function kycRoutes(context: AppContext) {
  const { mount, db } = context

  mount(kycCalls.upload, async (given) => {
    const isDocsVerified = await uploadDocuments(context, given)
    return { message: "We've received your documents. Please wait while we verify them.", user: { isDocsVerified } }
  })
  mount(kycCalls.status, async ({ client: { id } }) => {
    const status = await kycStatusOf(db, id)
    const { pan, aadhaar } = status.documents
    const [since] = [pan, aadhaar]
      .flatMap((each) => (each.status === 'waiting' && each.uploadedAt !== undefined ? [each.uploadedAt] : []))
      .toSorted()
    return { ...status, ...(since && (await targetOf(context, { kind: 'kyc', id, since: new Date(since) }))) }
  })
  mount(kycCalls.reply, async (given) => {
    await reply(context, given)
    const { isDocsVerified } = await kycStatusOf(db, given.client.id)
    return { message: replyTexts.sent, isDocsVerified }
  })
  mount(kycCalls.proof, ({ operator, ip, params: { clientId, replyId } }) =>
    viewProof(context, { operator, ip, reply: { id: replyId, clientId, thread: replyThread } }),
  )
  mount(kycCalls.submission, ({ params, operator }) => submission(context, db, params.clientId, operator.id))
  mount(kycCalls.image, (given) => viewImage(context, given))
  mount(kycCalls.checkPan, (given) => checkPan(context, given))
  mount(kycCalls.decide, (given) => decide(context, given))
  mount(kycCalls.correct, (given) => correct(context, given))
  mount(identityCalls.correct, (given) => correctIdentity(context, given))
}
