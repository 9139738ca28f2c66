import { approvalErrors } from '@sauda/contract/core/approval'
import { type Payout, payoutCalls } from '@sauda/contract/banking/payout'
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
import { useNavigate, useParams } from 'react-router'
import { column, type ColumnsOf, QueryList } from '../../shell/table.tsx'
import { ConfirmDialog, Payments } from '../../shell/confirm-dialog.tsx'
import { DialogButton, type DialogState, FormDialog, reasonField } from '../../shell/form-dialog.tsx'
import { Faint, Strip, twoLines } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan, useMe, useNeedsSecond } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import { useRecent } from '../../shell/recent.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import { AnswerImport } from './answer-import.tsx'
import { BatchSum, paymentColumns } from './batch-sum.tsx'
import { useDecide, useSend } from '../../shell/api.ts'
import { type Batch, useBatch, useDownload } from './payout.api.ts'
import { BatchPill, progressOf, progressText, sumText } from './payout.text.ts'
import { canRelease, Checks, confirmedOf, FailuresWait, Releasers, warningsOf } from './releasers.tsx'
import layout from '../../shell/layout.module.css'

export function BatchPage() {
  const batchId = useParams()['batchId'] ?? ''
  const query = useBatch(batchId)
  const navigate = useNavigate()
  useRecent('Payout batch', query.data?.name)
  return (
    <Page
      title={query.data?.name ?? 'Payout batch'}
      right="ledger.read"
      mark={query.data && <BatchPill status={progressOf(query.data)} />}
      description={query.data && `${sumText(toPay(query.data))}, paid from ${query.data.bankName}`}
      onBack={() => void navigate('/payouts')}
    >
      <div className={layout.screen}>
        <Loaded query={query} what="the batch">
          {(batch) => <Progress batch={batch} />}
        </Loaded>
        <QueryList
          label="Payments of the batch"
          query={query}
          rowsOf={({ payouts }) => payouts}
          what="the payments"
          columns={columns}
        />
      </div>
    </Page>
  )
}

/** Payments of a prepared batch, without those that were taken out of it. */
const toPay = ({ status, open, all }: Pick<Batch, 'status' | 'open' | 'all'>) => (status === 'prepared' ? open : all)

function Progress({ batch }: { batch: Batch }) {
  const mayPay = useCan()('wallet.pay')
  const { all, paid, failed, open, status, cancelReason } = batch
  const answered = paid.count + failed.count
  const sumOf = (sum: Batch['all'], state?: Payout['status']) => (
    <BatchSum batch={batch} sum={sum} status={state}>
      {sumText(sum)}
    </BatchSum>
  )
  return (
    <>
      {batch.proposalId !== undefined &&
        (batch.proposalKind === 'payout.fail' ? (
          <FailuresWait proposalId={batch.proposalId} />
        ) : (
          <Proposed batch={batch} proposalId={batch.proposalId} />
        ))}
      {batch.tooLittle !== undefined && <AlertBanner tone="warn">{batch.tooLittle}</AlertBanner>}
      {cancelReason !== undefined && (
        <AlertBanner tone="warn" title="This batch was cancelled">
          {`${withFullStop(cancelReason)} Withdrawals that the bank has not answered are pending again.`}
        </AlertBanner>
      )}
      <Strip
        items={[
          { term: 'Withdrawals', value: sumOf(toPay(batch), status === 'prepared' ? 'pending' : undefined) },
          { term: 'Paid', value: sumOf(paid, 'approved'), isZero: paid.count === 0 },
          { term: 'Failed', value: sumOf(failed, 'rejected'), isZero: failed.count === 0 },
          { term: 'Not answered', value: sumOf(open, 'pending'), isZero: open.count === 0 },
        ]}
      />
      {status === 'released' && (
        <ProgressBar label={progressText(batch)} percent={all.count === 0 ? 0 : (100 * answered) / all.count} />
      )}
      <DescriptionList across items={factsOf(batch)} />
      {mayPay && status === 'released' && open.count > 0 && <BankExchange batch={batch} />}
    </>
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
  const isOwn = myId === batch.createdById && batch.proposalKind === 'payout.release'
  const needsSecond = useNeedsSecond()
  const decide = useDecide(proposalId)
  const leaveOut = useSend(payoutCalls.leaveOut)
  const isRelease = batch.proposalKind === 'payout.release'
  const [verb, setVerb] = useState<'approve' | 'reject'>()
  const payments = batch.payouts.filter(({ status }) => status === 'pending')
  const words = wordsOf(batch, isOwn)
  const close = () => {
    decide.reset()
    setVerb(undefined)
  }
  const run = () => {
    if (decide.isPending || verb === undefined) return
    decide.mutate(verb, {
      onSuccess: () => {
        appToast.success(words[verb].done)
        close()
      },
    })
  }
  const isBarred = isRelease && needsSecond && !canRelease(payments, batch.releasers, myId)
  const mayApprove = mayPay && !isOwn && !isBarred && decide.review.data !== undefined
  useShortcuts('Batch', [mayApprove && { keys: ['r'], does: 'Approve the request', run: () => setVerb('approve') }])
  return (
    <>
      <AlertBanner
        tone="warn"
        title={
          isRelease ? 'A second operator must release this batch' : 'A second operator must approve the cancellation'
        }
        action={
          mayPay &&
          decide.review.data && (
            <Row>
              {mayApprove && <Button onClick={() => setVerb('approve')}>{words.approve.action}</Button>}
              <Button variant="secondary" onClick={() => setVerb('reject')}>
                {words.reject.action}
              </Button>
            </Row>
          )
        }
      >
        {isOwn && <p>{approvalErrors.ownRequest.message}</p>}
        {leaveOut.error && <p>{errorMessage(leaveOut.error)}</p>}
        {decide.review.error && <p>{errorMessage(decide.review.error)}</p>}
      </AlertBanner>
      {isRelease && (
        <Releasers
          payments={payments}
          releasers={batch.releasers}
          isLeaving={leaveOut.isPending}
          onLeaveOut={(ids) => leaveOut.mutate({ params: { batchId: batch._id }, body: { withdrawals: [...ids] } })}
        />
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

interface Words {
  title: string
  sentence: string
  action: string
  done: string
}

function wordsOf({ proposalKind, bankName, name }: Batch, isOwn: boolean): Record<'approve' | 'reject', Words> {
  if (proposalKind === 'payout.cancel')
    return {
      approve: {
        title: `Cancel ${name}?`,
        sentence:
          'These withdrawals will be pending outside a batch again. First make sure that the bank pays none of them.',
        action: 'Approve cancellation',
        done: 'Batch cancelled',
      },
      reject: {
        title: 'Reject the cancellation?',
        sentence: 'The batch stays released, and the bank’s answer is expected.',
        action: 'Reject',
        done: 'Request rejected',
      },
    }
  return {
    approve: {
      title: `Release ${name}?`,
      sentence: `The file for ${bankName} can be downloaded afterwards. No money moves before the bank has paid.`,
      action: 'Release batch',
      done: 'Batch released',
    },
    reject: {
      title: isOwn ? `Cancel ${name}?` : `Reject the release of ${name}?`,
      sentence: 'Nothing is paid. These withdrawals will be pending outside a batch again.',
      action: isOwn ? 'Cancel batch' : 'Reject',
      done: isOwn ? 'Batch cancelled' : 'Request rejected',
    },
  }
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

const columns: ColumnsOf<Payout> = [
  paymentColumns.number,
  paymentColumns.client,
  column('Paid to', 'line', ({ payeeName, accountNumber, ifsc }) =>
    twoLines(payeeName, <span className="nowrap">{`${accountNumber}, ${ifsc}`}</span>, true),
  ),
  column('Bank’s answer', 'line', ({ bankReference, reason, decidedAt, status, reversed }) => {
    if (status === 'pending' || status === 'removed') return <Faint>None</Faint>
    if (reversed) return twoLines(`Returned on ${formatDate(reversed.on)}: ${reversed.reason}`, bankReference)
    return twoLines(bankReference ?? reason, decidedAt && <DateTime at={decidedAt} />)
  }),
  column('Check', 'note', (payment) => <Checks payment={payment} />),
  paymentColumns.amount,
  paymentColumns.state,
]
