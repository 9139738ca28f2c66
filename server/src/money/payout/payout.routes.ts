import { payoutCalls } from '@sauda/contract/money/payout'
import { settlementCalls } from '@sauda/contract/money/settlement'
import type { AppContext } from '../../app/app-context.ts'
import { resumePayouts, stopPayouts, stopState } from '../../core/approval/payout-stop.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { bulkLimits, limitConcurrency } from '../../platform/concurrency.ts'
import { sha256 } from '../../platform/secret.ts'
import { batchCandidates } from '../wallet/wallet.batch.ts'
import { importAnswer, previewAnswer, readSentAnswer } from './payout.answer.ts'
import { downloadFile, changeLayout, listLayouts } from './payout.file.ts'
import { getBatch } from './payout.plan.ts'
import { cancelReleased, createBatch, leaveOut } from './payout.ts'
import { listBatches } from './payout.view.ts'
import { batchSettled, retain, settleClients, settlementList } from './settlement.ts'

export function payoutRoutes(context: AppContext): void {
  const { mount, mountCommand, db } = context
  const limited = limitConcurrency(bulkLimits)

  mount(payoutCalls.candidates, ({ operator }) => batchCandidates(context, operator))
  mount(payoutCalls.stopState, () => stopState(db))
  mountCommand(payoutCalls.stop, (tx, given) => stopPayouts(context, tx, given.body.reason, given))
  mountCommand(payoutCalls.resume, (tx, given) => resumePayouts(context, tx, given))
  mount(payoutCalls.list, () => listBatches(db))
  mount(payoutCalls.batch, ({ params, operator }) => getBatch(context, db, params.batchId, operator))
  mountCommand(payoutCalls.create, (tx, given) => createBatch(context, tx, { ...given, ...given.body }))
  mount(payoutCalls.file, (given) => downloadFile(context, { ...given, ...given.params }))
  mount(payoutCalls.preview, ({ params, csv }) => previewAnswer(context, params.batchId, csv))
  mount(payoutCalls.importAnswer, async (given) => {
    const { params, csv } = given
    const answers = await readSentAnswer(context, params.batchId, csv)
    const fileRequest = { ...given, body: { file: sha256(csv.bytes).toString('hex') } }
    return runIdempotent(db, fileRequest, (tx) => importAnswer(context, tx, { ...given, ...params, csv, ...answers }))
  })
  mountCommand(payoutCalls.leaveOut, (tx, given) => leaveOut(context, tx, { ...given, ...given.body, ...given.params }))
  mountCommand(payoutCalls.cancel, (tx, given) =>
    cancelReleased(context, tx, { ...given, ...given.body, ...given.params }),
  )
  mount(settlementCalls.list, ({ query, operator }) => settlementList(context, db, operator, query))
  mountCommand(settlementCalls.retain, (tx, given) => retain(context, tx, given))
  mount(settlementCalls.settle, (given) =>
    limited(() =>
      runIdempotent(db, given, async (tx) => {
        const result = await settleClients(context, tx, given)
        return batchSettled(context, tx, { ...given, ...result })
      }),
    ),
  )
  mount(payoutCalls.layouts, () => listLayouts(db))
  mount(payoutCalls.saveLayout, (given) => changeLayout(context, given))
}
