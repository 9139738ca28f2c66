import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { payoutErrors, type PayoutBatch, type PayoutCandidate, payoutCalls } from '@sauda/contract/banking/payout'
import type { Releaser } from '@sauda/contract/core/payer'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { cx } from '@sauda/ui/dom'
import { EmptyState } from '@sauda/ui/empty-state'
import { Select } from '@sauda/ui/select'
import { DateTime } from '@sauda/web/date-time'
import { useIsTablet } from '@sauda/web/hooks'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { amountColumn, column, type ColumnsOf, endColumn, headColumn, QueryList } from '../../shell/table.tsx'
import { ConfirmDialog, useConfirm } from '../../shell/confirm-dialog.tsx'
import { ClientLines, Faint, KeyHint, ListKeys, rowLink, twoLines } from '../../shell/lines.tsx'
import { useCan, useNeedsSecond } from '../../shell/me.ts'
import { Holders } from '../../shell/page.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { toastOutcome } from '../../shell/form-dialog.tsx'
import { BatchSum } from './batch-sum.tsx'
import { PayoutFrame, PayoutStop } from './payout-frame.tsx'
import { useLayouts } from './payout.api.ts'
import { BatchPill, payoutTrail, progressOf, progressText } from './payout.text.ts'
import { countText } from '../../shell/format.ts'
import { canRelease, Checks, confirmedOf, isBlocked, Releasers, releaseWarnings, warningsOf } from './releasers.tsx'
import layout from '../../shell/layout.module.css'
import styles from './payout.module.css'
import { useCall, useSend } from '../../shell/api.ts'

export function PayoutsPage() {
  const mayPay = useCan()('wallet.pay')
  return (
    <PayoutFrame title="Payouts" actions={<PayoutStop />}>
      {mayPay && <Candidates />}
      <h2 className={styles.heading}>Batches</h2>
      <QueryList
        label="Payout batches"
        query={useCall(payoutCalls.list, {})}
        rowsOf={({ batches }) => batches}
        what="the batches"
        columns={batchColumns}
        empty={
          <EmptyState title="No batches yet">
            {mayPay ? (
              'Choose withdrawals above to make the first one.'
            ) : (
              <>
                Batches of withdrawals are listed here. <Holders right="wallet.pay" />
              </>
            )}
          </EmptyState>
        }
      />
    </PayoutFrame>
  )
}

const isPayable = (candidate: PayoutCandidate): boolean => candidate.missing === undefined && !isBlocked(candidate)

function Candidates() {
  const query = useCall(payoutCalls.candidates, {})
  const isTablet = useIsTablet()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const payable = (query.data?.withdrawals ?? []).filter(isPayable)
  const picked = payable.filter(({ _id }) => chosen.has(_id))
  const toggle = (id: string) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]))
  const chooseAll = () => setChosen(new Set(picked.length === payable.length ? [] : payable.map(({ _id }) => _id)))
  useShortcuts('Payouts', [{ keys: ['a'], does: 'Select or clear all withdrawals', run: chooseAll }])
  return (
    <>
      <CreateBatch
        picked={picked}
        releasers={query.data?.releasers ?? []}
        onLeaveOut={(ids) => setChosen(new Set([...chosen].filter((each) => !ids.includes(each))))}
      >
        {payable.length > 0 && (
          <Button variant="ghost" onClick={chooseAll}>
            {picked.length === payable.length ? 'Clear selection' : `Select all ${payable.length}`}
          </Button>
        )}
      </CreateBatch>
      <QueryList
        label="Withdrawals to pay"
        query={query}
        rowsOf={({ withdrawals }) => withdrawals}
        what="the withdrawals"
        columns={candidateColumns(chosen, toggle, isTablet, query.data?.releasers ?? [])}
        empty={<EmptyState title="No withdrawals to pay">Requests of clients appear here automatically.</EmptyState>}
      />
      <ListKeys>
        <KeyHint keys={['Space']}>select</KeyHint>
        <KeyHint keys={['a']}>select all</KeyHint>
      </ListKeys>
    </>
  )
}

const candidateColumns = (
  chosen: ReadonlySet<string>,
  toggle: (id: string) => void,
  isTablet: boolean,
  releasers: readonly Releaser[],
): ColumnsOf<PayoutCandidate> => [
  headColumn('Withdrawal', 'lead', (candidate) => (
    <div className={layout.beside}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          data-item=""
          checked={isPayable(candidate) && chosen.has(candidate._id)}
          disabled={!isPayable(candidate)}
          onChange={() => toggle(candidate._id)}
        />
        <span className="tabular" translate="no">
          {candidate.transactionId}
        </span>
      </label>
      <Faint>
        <DateTime at={candidate.createdAt} />
      </Faint>
    </div>
  )),
  column('Client', 'under', (row) => <ClientLines {...row} show="ledger" />),
  column('Paid to', 'line', ({ payeeName, accountNumber, ifsc }) =>
    twoLines(payeeName, <span className={cx('tabular', !isTablet && 'nowrap')}>{`${accountNumber}, ${ifsc}`}</span>),
  ),
  column('Check', 'note', ({ _id, missing, ...payment }) => (
    <div className={layout.start}>
      {missing && <Link to={`/wallet/${_id}`}>{missing}</Link>}
      <Checks payment={payment} releasers={releasers} />
    </div>
  )),
  amountColumn<PayoutCandidate>('Amount', ({ amount }) => amount, 'figure', payoutTrail),
]

interface CreateBatchProps {
  picked: readonly PayoutCandidate[]
  releasers: readonly Releaser[]
  onLeaveOut: (ids: readonly string[]) => void
  /** Beside the button. */
  children: ReactNode
}

function CreateBatch({ picked, releasers, onLeaveOut, children }: CreateBatchProps) {
  const layouts = useLayouts().data ?? []
  const banks = layouts.filter((bank) => bank.layout !== undefined)
  const [bank, setBank] = useState('')
  const { ask, send, dialog } = useConfirm(useSend(payoutCalls.create))
  const navigate = useNavigate()
  const needsSecond = useNeedsSecond()
  const bankId = bank || banks[0]?.bankId
  // What nobody can release now is not the obvious next step.
  const canCreate = picked.length === 0 || !needsSecond || canRelease(picked, releasers)
  const total = picked.reduce((sum, { amount }) => sum + paiseOf(amount), 0n)
  const create = () => {
    if (bankId === undefined) return
    send({ body: { bankId, withdrawals: picked.map(({ _id }) => _id) } }, (reply) => {
      toastOutcome(reply, `${reply.name} released`)
      void navigate(`/payouts/${reply._id}`)
    })
  }
  if (layouts.length > 0 && banks.length === 0)
    return (
      <AlertBanner tone="warn" title="No bank account can pay by file yet">
        {payoutErrors.noLayout.message}. <Link to="/books/accounts">Bank accounts</Link>
      </AlertBanner>
    )
  return (
    <>
      <div className={layout.bar}>
        <div className={layout.search}>
          <Select
            label="Pay from"
            options={banks.map(({ bankId: value, bankName: label }) => ({ value, label }))}
            disabled={banks.length === 0}
            value={bankId ?? ''}
            onChange={(event) => setBank(event.target.value)}
          />
        </div>
        <div className={layout.row}>
          {children}
          <Button
            variant={canCreate ? 'primary' : 'secondary'}
            disabled={picked.length === 0}
            onClick={() => bankId !== undefined && ask()}
          >
            {picked.length === 0
              ? 'Create batch'
              : `Create batch of ${countText(picked.length, 'withdrawal')}, ${formatRupees(total)}`}
          </Button>
        </div>
      </div>
      <Releasers payments={picked} releasers={releasers} onLeaveOut={onLeaveOut} />
      <ConfirmDialog
        {...dialog}
        title="Create this batch?"
        sentence={`Paid from ${banks.find((each) => each.bankId === bankId)?.bankName}. ${needsSecond ? 'A second operator must release it before the bank gets a file.' : 'It is released at once.'}`}
        payments={confirmedOf(picked)}
        warnings={[...(needsSecond ? releaseWarnings(picked, releasers) : []), ...warningsOf(picked)]}
        action="Create batch"
        loadingText="Creating"
        checkAt="the list of batches"
        onConfirm={create}
      />
    </>
  )
}

const batchColumns: ColumnsOf<PayoutBatch> = [
  headColumn('Batch', 'lead', ({ _id, name }) => rowLink(`/payouts/${_id}`, name)),
  column('Paid from', 'under', ({ bankName, layoutName }) => twoLines(bankName, layoutName)),
  column('Created', 'line', ({ createdBy, createdAt }) => twoLines(createdBy, <DateTime at={createdAt} />)),
  column('Progress', 'note', (batch) => twoLines(countText(batch.all.count, 'withdrawal'), progressText(batch))),
  endColumn('Amount', 'figure', (batch) => <BatchSum batch={batch} sum={batch.all} />),
  endColumn('Status', 'state', (batch) => <BatchPill status={progressOf(batch)} />),
]
