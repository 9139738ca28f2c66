import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { payoutErrors, type PayoutBatch, type PayoutCandidate, payoutCalls } from '@sauda/contract/money/payout'
import { type Releaser, releasersOf } from '@sauda/contract/core/payer'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { cx } from '@sauda/ui/dom'
import { EmptyState } from '@sauda/ui/empty-state'
import { Select } from '@sauda/ui/select'
import { DateTime } from '@sauda/web/date-time'
import { useIsTablet } from '@sauda/web/hooks'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  amountColumn,
  column,
  type ColumnsOf,
  endColumn,
  headColumn,
  QueryList,
  wideColumn,
} from '../../shell/table.tsx'
import { ConfirmDialog, useConfirm } from '../../shell/confirm-dialog.tsx'
import {
  caseWarnings,
  ClientLines,
  Faint,
  KeyHint,
  ListKeys,
  rowLink,
  twoLines,
  WarningList,
} from '../../shell/lines.tsx'
import { useCan, useNeedsSecond } from '../../shell/me.ts'
import { Holders } from '../../shell/page.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { toastOutcome } from '../../shell/form-dialog.tsx'
import { BatchSum } from './batch-sum.tsx'
import { PayoutFrame, PayoutStop } from './payout-frame.tsx'
import { useLayouts } from './payout.api.ts'
import { BatchPill, payoutTrail, progressOf, progressText } from './payout.text.ts'
import { countText } from '../../shell/format.ts'
import { anyOf } from '../../shell/payers.ts'
import { canRelease, Checks, confirmedOf, isBlocked, togetherOf, warningsOf } from './releasers.tsx'
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
  const needsSecond = useNeedsSecond()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { withdrawals = [], releasers = [] } = query.data ?? {}
  const together = (some: readonly PayoutCandidate[]) => togetherOf(some.filter(isPayable), releasers, needsSecond)
  const picked = together(withdrawals.filter(({ _id }) => chosen.has(_id)))
  const all = together(withdrawals)
  const choose = (some: readonly PayoutCandidate[]) => setChosen(new Set(some.map(({ _id }) => _id)))
  const chooseAll = () => choose(picked.length === all.length ? [] : all)
  useShortcuts('Payouts', [{ keys: ['a'], does: 'Select or clear all withdrawals', run: chooseAll }])
  return (
    <>
      <CreateBatch picked={picked} releasers={releasers}>
        {all.length > 0 && (
          <Button variant="ghost" onClick={chooseAll}>
            {picked.length === all.length ? 'Clear selection' : `Select ${all.length} payable`}
          </Button>
        )}
      </CreateBatch>
      <QueryList
        label="Withdrawals to pay"
        query={query}
        rowsOf={(data) => data.withdrawals}
        what="the withdrawals"
        columns={candidateColumns({
          isTablet,
          releasers,
          isPicked: (candidate) => picked.includes(candidate),
          mayPick: (candidate) =>
            isPayable(candidate) && (!needsSecond || canRelease([...picked, candidate], releasers)),
          toggle: (candidate) =>
            choose(picked.includes(candidate) ? picked.filter((each) => each !== candidate) : [...picked, candidate]),
        })}
        empty={<EmptyState title="No withdrawals to pay">Requests of clients appear here automatically.</EmptyState>}
      />
      <ListKeys>
        <KeyHint keys={['Space']}>select</KeyHint>
        <KeyHint keys={['a']}>select all</KeyHint>
      </ListKeys>
    </>
  )
}

interface Choice {
  isTablet: boolean
  releasers: readonly Releaser[]
  isPicked: (candidate: PayoutCandidate) => boolean
  /** With those that are picked. */
  mayPick: (candidate: PayoutCandidate) => boolean
  toggle: (candidate: PayoutCandidate) => void
}

const candidateColumns = ({ isTablet, releasers, isPicked, mayPick, toggle }: Choice): ColumnsOf<PayoutCandidate> => [
  headColumn('Withdrawal', 'lead', (candidate) => (
    <div className={layout.beside}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          data-item=""
          checked={isPicked(candidate)}
          disabled={!isPicked(candidate) && !mayPick(candidate)}
          onChange={() => toggle(candidate)}
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
  wideColumn('Check', (candidate) => {
    const { _id, missing, warnings } = candidate
    if (missing !== undefined)
      return (
        <>
          <Link to={`/wallet/${_id}`}>{missing}</Link>
          {warnings.length > 0 && <WarningList warnings={caseWarnings(warnings)} />}
        </>
      )
    const isAlone = isPayable(candidate) && canRelease([candidate], releasers)
    return (
      <>
        {isAlone && !isPicked(candidate) && !mayPick(candidate) && (
          <p className={layout.differs}>Nobody can release it together with the selected withdrawals.</p>
        )}
        <Checks payment={candidate} releasers={releasers} isSingle />
      </>
    )
  }),
  amountColumn<PayoutCandidate>('Amount', ({ amount }) => amount, 'figure', payoutTrail),
]

interface CreateBatchProps {
  picked: readonly PayoutCandidate[]
  releasers: readonly Releaser[]
  /** Beside the button. */
  children: ReactNode
}

function CreateBatch({ picked, releasers, children }: CreateBatchProps) {
  const layouts = useLayouts().data ?? []
  const banks = layouts.filter((bank) => bank.layout !== undefined)
  const [bank, setBank] = useState('')
  const { ask, send, dialog } = useConfirm(useSend(payoutCalls.create))
  const navigate = useNavigate()
  const needsSecond = useNeedsSecond()
  const bankId = bank || banks[0]?.bankId
  const names = anyOf(releasersOf(releasers, picked).map(({ operator }) => operator))
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
          <Button disabled={picked.length === 0} onClick={() => bankId !== undefined && ask()}>
            {picked.length === 0
              ? 'Create batch'
              : `Create batch of ${countText(picked.length, 'withdrawal')}, ${formatRupees(total)}`}
          </Button>
        </div>
      </div>
      {needsSecond && (
        <p className={layout.soft}>
          {names === ''
            ? 'No other operator may release a batch at the moment: pay each withdrawal in the queue. An administrator can add an operator.'
            : `${names} releases the batch.`}
        </p>
      )}
      <ConfirmDialog
        {...dialog}
        title="Create this batch?"
        sentence={`Paid from ${banks.find((each) => each.bankId === bankId)?.bankName}. ${needsSecond ? `${names} must release it before the bank gets a file.` : 'It is released at once.'}`}
        payments={confirmedOf(picked)}
        warnings={warningsOf(picked)}
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
