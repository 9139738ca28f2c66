import { type Payout, payoutCalls } from '@sauda/contract/money/payout'
import { withFullStop } from '@sauda/contract/platform/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { Row } from '@sauda/ui/stack'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { DateTime, formatDate, formatDateTime } from '@sauda/web/date-time'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { column, type ColumnsOf, ListTable, wideColumn } from '../../shell/table.tsx'
import { CaseScreen } from '../../shell/case-frame.tsx'
import { Evidence } from '../../shell/evidence.tsx'
import { countText } from '../../shell/format.ts'
import { Review, ReviewHead } from '../../shell/review.tsx'
import { paiseOf } from '@sauda/contract/platform/money'
import { EmptyState } from '@sauda/ui/empty-state'
import { ConfirmDialog, Payments } from '../../shell/confirm-dialog.tsx'
import { DialogButton, type DialogState, FormDialog, reasonField } from '../../shell/form-dialog.tsx'
import { Faint, Lines, Strip, twoLines } from '../../shell/lines.tsx'
import { useCan, useMe, useNeedsSecond } from '../../shell/me.ts'
import { useRecent } from '../../shell/recent.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import { AnswerImport } from './answer-import.tsx'
import { BatchSum, paymentColumns } from './batch-sum.tsx'
import { useCall, useDecide, useSend } from '../../shell/api.ts'
import { type Batch, useBatch, useDownload } from './payout.api.ts'
import { BatchPill, progressName, progressOf, progressText, sumText, wordsOf } from './payout.text.ts'
import { canRelease, Checks, confirmedOf, FailuresWait, Releasers, warningsOf } from './releasers.tsx'
import layout from '../../shell/layout.module.css'
import styles from './payout.module.css'

export function BatchPage() {
  const batchId = useParams()['batchId'] ?? ''
  const query = useBatch(batchId)
  const others = useCall(payoutCalls.list, {}).data?.batches
  useRecent('Payout batch', query.data?.name)
  return (
    <CaseScreen
      title={query.data?.name ?? 'Payout batch'}
      right="ledger.read"
      query={query}
      what="the batch"
      id={batchId}
      label="Payouts"
      to="/payouts"
      rows={others?.map((each) => ({
        id: each._id,
        to: `/payouts/${each._id}`,
        title: <span className="nowrap">{each.name}</span>,
        aside: countText(each.all.count, 'payment'),
        below: progressName(progressOf(each)),
        amount: each.all.amount,
      }))}
    >
      {(batch) => <BatchCase key={batch._id} batch={batch} />}
    </CaseScreen>
  )
}

/** Payments of a prepared batch, without those that were taken out of it. */
const toPay = ({ status, open, all }: Pick<Batch, 'status' | 'open' | 'all'>) => (status === 'prepared' ? open : all)

function BatchCase({ batch }: { batch: Batch }) {
  const mayPay = useCan()('wallet.pay')
  const { name, bankName, all, paid, failed, open, status, cancelReason, proposalId, payouts } = batch
  const answered = paid.count + failed.count
  const sumOf = (sum: Batch['all'], state?: Payout['status']) => (
    <BatchSum batch={batch} sum={sum} status={state}>
      {sumText(sum)}
    </BatchSum>
  )
  const canExchange = mayPay && status === 'released' && open.count > 0
  return (
    <Review
      head={
        <ReviewHead heading={name} tools={null}>
          <BatchPill status={progressOf(batch)} />
          <span>{`${countText(toPay(batch).count, 'payment')} from ${bankName}`}</span>
        </ReviewHead>
      }
      evidence={
        <Evidence
          what={status === 'prepared' ? 'To pay' : 'Withdrawals'}
          amount={paiseOf(toPay(batch).amount)}
          at={batch.createdAt}
          event="Created"
        >
          {status === 'released' && (
            <>
              <Strip
                items={[
                  { term: 'Paid', value: sumOf(paid, 'approved'), isZero: paid.count === 0 },
                  { term: 'Failed', value: sumOf(failed, 'rejected'), isZero: failed.count === 0 },
                  { term: 'Not answered', value: sumOf(open, 'pending'), isZero: open.count === 0 },
                ]}
              />
              <ProgressBar label={progressText(batch)} percent={all.count === 0 ? 0 : (100 * answered) / all.count} />
            </>
          )}
          <ListTable label="Payments of the batch" rows={payouts} columns={columnsOf(batch)} />
          <DescriptionList across items={factsOf(batch)} />
        </Evidence>
      }
    >
      {proposalId !== undefined &&
        (batch.proposalKind === 'payout.fail' ? (
          <FailuresWait proposalId={proposalId} />
        ) : (
          <Proposed batch={batch} proposalId={proposalId} />
        ))}
      {batch.tooLittle !== undefined && <AlertBanner tone="warn">{batch.tooLittle}</AlertBanner>}
      {cancelReason !== undefined && (
        <AlertBanner tone="warn" title="This batch was cancelled">
          {`${withFullStop(cancelReason)} Withdrawals that the bank has not answered are pending again.`}
        </AlertBanner>
      )}
      {canExchange ? (
        <BankExchange batch={batch} />
      ) : (
        proposalId === undefined &&
        cancelReason === undefined && <EmptyState title="Nothing to decide">{progressText(batch)}</EmptyState>
      )}
    </Review>
  )
}

/** `by`: undefined if it has not happened. */
const whoAndWhen = (term: string, by: string | undefined, at: string | undefined) =>
  by !== undefined && at !== undefined && { term, value: `${by}, ${formatDateTime(at)}` }

const factsOf = (batch: Batch) => [
  { term: 'File layout', value: batch.layoutName },
  whoAndWhen('Created', batch.createdBy, batch.createdAt),
  whoAndWhen('Released', batch.releasedBy, batch.releasedAt),
  whoAndWhen('File last downloaded', batch.downloadedBy, batch.downloadedAt),
]

/** The release, or the cancellation, that a second operator decides. */
function Proposed({ batch, proposalId }: { batch: Batch; proposalId: string }) {
  const mayPay = useCan()('wallet.pay')
  const myId = useMe().data?._id
  const isRelease = batch.proposalKind === 'payout.release'
  const isOwn = myId === batch.createdById && isRelease
  const needsSecond = useNeedsSecond()
  const payments = batch.payouts.filter(({ status }) => status === 'pending')
  const isStuck = isRelease && needsSecond && !canRelease(payments, batch.releasers)
  const words = wordsOf(batch, isOwn || isStuck)
  const decide = useDecide(proposalId, (chosen) => appToast.success(words[chosen].done))
  const leaveOut = useSend(payoutCalls.leaveOut)
  const [verb, setVerb] = useState<'approve' | 'reject'>()
  const close = () => {
    decide.reset()
    setVerb(undefined)
  }
  const run = () => {
    if (decide.isPending || verb === undefined) return
    decide.mutate(verb, { onSuccess: close })
  }
  const mayApprove = batch.obstacle === undefined && decide.review.data !== undefined
  // The list of releasers names these payments.
  const isNamed = isRelease && payments.some(({ obstacles }) => obstacles.some(({ operatorId }) => operatorId === myId))
  useShortcuts('Batch', [mayApprove && { keys: ['r'], does: 'Approve the request', run: () => setVerb('approve') }])
  return (
    <>
      <h2 className={styles.ask}>
        {isRelease ? 'A second operator must release this batch' : 'A second operator must approve the cancellation'}
      </h2>
      {leaveOut.error && <AlertBanner tone="error">{errorMessage(leaveOut.error)}</AlertBanner>}
      {decide.review.error && <AlertBanner tone="error">{errorMessage(decide.review.error)}</AlertBanner>}
      {isRelease && (
        <Releasers
          payments={payments}
          releasers={batch.releasers}
          isLeaving={leaveOut.isPending}
          onLeaveOut={(ids) => leaveOut.mutate({ params: { batchId: batch._id }, body: { withdrawals: [...ids] } })}
        />
      )}
      {batch.obstacle !== undefined && !isOwn && !isNamed && (
        <p className={layout.soft}>{withFullStop(batch.obstacle)}</p>
      )}
      {mayApprove && (
        <Button full onClick={() => setVerb('approve')}>
          {words.approve.action}
        </Button>
      )}
      {mayPay && decide.review.data && (
        <Button full variant="secondary" onClick={() => setVerb('reject')}>
          {words.reject.action}
        </Button>
      )}
      <ConfirmDialog
        open={verb !== undefined}
        title={words[verb ?? 'approve'].title}
        sentence={words[verb ?? 'approve'].sentence}
        action={words[verb ?? 'approve'].action}
        payments={confirmedOf(payments)}
        warnings={verb === 'approve' && isRelease ? warningsOf(payments) : []}
        isSending={decide.isPending}
        error={decide.error}
        checkAt="the batch"
        onConfirm={run}
        onClose={close}
      />
    </>
  )
}

function BankExchange({ batch }: { batch: Batch }) {
  const download = useDownload(batch._id)
  const save = () => {
    if (!download.isPending) download.mutate(undefined, { onSuccess: (name) => appToast.success(`${name} downloaded`) })
  }
  useShortcuts('File', [{ keys: ['d'], does: 'Download the file for the bank', run: save }])
  return (
    <>
      {batch.downloadedAt !== undefined && (
        <AlertBanner tone="info">
          The file was already downloaded. Before you upload it again, check at the bank that it was not taken.
        </AlertBanner>
      )}
      <Row>
        <Button
          icon={<Download size={16} aria-hidden="true" />}
          loading={download.isPending}
          loadingText="Downloading"
          onClick={save}
        >
          Download bank file
        </Button>
        {batch.proposalId === undefined && (
          <DialogButton dialog={(state) => <CancelBatch batch={batch} {...state} />}>Cancel batch</DialogButton>
        )}
      </Row>
      {download.error && <AlertBanner tone="error">{errorMessage(download.error)}</AlertBanner>}
      <AnswerImport batchId={batch._id} />
    </>
  )
}

const CancelBatch = ({ batch, ...dialog }: DialogState & { batch: Batch }) => (
  <FormDialog
    {...dialog}
    call={payoutCalls.cancel}
    params={{ batchId: batch._id }}
    empty={{ reason: '' }}
    title={`Cancel ${batch.name}`}
    description={`For a file that the bank did not take. ${sumText(batch.open)} will be pending outside a batch again, so first make sure that the bank pays nothing from this file.`}
    fields={[
      { own: <Payments payments={confirmedOf(batch.payouts.filter(({ status }) => status === 'pending'))} /> },
      reasonField(),
    ]}
    action="Request cancellation"
    variant="danger"
    done={`${batch.name} cancelled`}
  />
)

/** What is to be checked in a batch that the bank has not got, or what the bank answered about a released one. */
const columnsOf = ({ status: of, releasers }: Pick<Batch, 'status' | 'releasers'>): ColumnsOf<Payout> => [
  paymentColumns.number,
  paymentColumns.client,
  column('Paid to', 'line', ({ clientName, payeeName, accountNumber, ifsc }) => (
    <Lines>
      {payeeName !== clientName && payeeName}
      <span className="tabular nowrap">{accountNumber}</span>
      <Faint tabular>{ifsc}</Faint>
    </Lines>
  )),
  of !== 'prepared' &&
    column('Bank’s answer', 'line', ({ bankReference, reason, decidedAt, status, reversed }) => {
      if (status === 'pending' || status === 'removed') return <Faint>None</Faint>
      if (reversed) return twoLines(`Returned on ${formatDate(reversed.on)}: ${reversed.reason}`, bankReference)
      return twoLines(bankReference ?? reason, decidedAt && <DateTime at={decidedAt} />)
    }),
  wideColumn('Check', (payment) => <Checks payment={payment} releasers={releasers} />),
  paymentColumns.amount,
  of !== 'prepared' && paymentColumns.state,
]
