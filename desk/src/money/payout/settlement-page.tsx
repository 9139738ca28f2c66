import { parseRupees } from '@sauda/contract/platform/amount-text'
import { formatRupees, paiseOf, rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { frequencyNames, settlementNames } from '@sauda/contract/core/setting-name'
import {
  retentionReasons,
  settlementCalls,
  settlementErrors,
  type SettlementLine,
  type SettlementList,
  settlementRules,
} from '@sauda/contract/money/settlement'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { Select } from '@sauda/ui/select'
import { appToast } from '@sauda/ui/toast'
import { formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { amountColumn, column, type ColumnsOf, headColumn, QueryList } from '../../shell/table.tsx'
import { FormDialog, type ItemDialog, optionsOf, useItemDialog } from '../../shell/form-dialog.tsx'
import { ConfirmDialog, useConfirm } from '../../shell/confirm-dialog.tsx'
import { caseWarnings, ClientLines, Faint, twoLines, WarningList } from '../../shell/lines.tsx'
import { StillWorking } from '../../shell/loaded.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { PayoutFrame } from './payout-frame.tsx'
import { useLayouts } from './payout.api.ts'
import { countText } from '../../shell/format.ts'
import { type Choice, everyone, isChosen, nobody, toggled } from './settlement-choice.ts'
import { isBlocked } from './releasers.tsx'
import layout from '../../shell/layout.module.css'
import styles from './payout.module.css'
import type { Body } from '@sauda/contract/platform/call'
import { usePages, useChange, sendLong } from '../../shell/api.ts'

export const SettlementPage = () => (
  <PayoutFrame title="Settlement" right="wallet.pay">
    <UnusedFunds />
  </PayoutFrame>
)

const isPayable = (line: SettlementLine): boolean => !line.settled && line.missing === undefined && !isBlocked(line)

function UnusedFunds() {
  const [day, setDay] = useState<string>()
  const query = usePages(settlementCalls.list, { query: { day } }, { by: 'after', nextOf: ({ next }) => next })
  // Rows loaded later are chosen like the rest: all but the exceptions, or none but the exceptions.
  const [choice, setChoice] = useState<Choice>(everyone)
  const list = query.data?.pages[0]
  const { show, dialog } = useItemDialog<SettlementLine>(
    (props) => list && <RetentionDialog {...props} day={list.day} />,
  )
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? []
  const payable = lines.filter(isPayable)
  const isPicked = (line: SettlementLine) => isPayable(line) && isChosen(choice, line.clientId)
  const picked = payable.filter(isPicked).slice(0, settlementRules.clients)
  const toggle = (id: string) => setChoice(toggled(choice, id))
  const chooseAll = () => setChoice(choice.all && choice.except.size === 0 ? nobody : everyone)
  useShortcuts('Settlement', [{ keys: ['a'], does: 'Select or clear all clients', run: chooseAll }])
  return (
    <>
      {list && <Settle list={list} picked={picked} onDay={setDay} />}
      <QueryList
        label="Unused funds"
        query={query}
        rowsOf={({ pages }) => pages.flatMap((page) => page.lines)}
        more="Show more"
        columns={columnsOf(isPicked, toggle, show)}
        rowKey={({ clientId }) => clientId}
        empty={
          <EmptyState title="Nothing to settle on this date">Settlement dates are in the trading calendar.</EmptyState>
        }
      />
      {dialog}
    </>
  )
}

interface SettleProps {
  list: SettlementList
  picked: readonly SettlementLine[]
  onDay: (day: string) => void
}

function Settle({ list: { day, dates, kinds, isOpen, open }, picked, onDay }: SettleProps) {
  const banks = (useLayouts().data ?? []).filter((bank) => bank.layout !== undefined)
  const [bank, setBank] = useState('')
  const { ask, send, dialog } = useConfirm(
    useChange((body: Body<typeof settlementCalls.settle>) => sendLong(settlementCalls.settle, { body })),
  )
  const navigate = useNavigate()
  const bankId = bank || banks[0]?.bankId
  const total = picked.reduce((sum, { payable }) => sum + paiseOf(payable), 0n)
  const settle = () => {
    if (bankId === undefined) return
    send({ day, bankId, clients: picked.map(({ clientId }) => clientId) }, ({ settled, batch, left }) => {
      appToast.success(`${countText(settled, 'client')} settled and notified by e-mail`)
      if (left.length > 0) appToast.error(`Not settled: ${left.join('; ')}`)
      else if (batch) void navigate(`/payouts/${batch._id}`)
    })
  }
  const namesOf = (all: SettlementList['kinds']) => all.map((kind) => settlementNames[kind]).join(' and ')
  return (
    <>
      <div className={layout.choices}>
        <Select
          label="Settlement date"
          options={dates.map((date) => ({ value: date.day, label: `${formatDate(date.day)}, ${namesOf(date.kinds)}` }))}
          value={day}
          onChange={(event) => onDay(event.target.value)}
        />
        <Select
          label="Pay from"
          options={
            banks.length === 0
              ? [{ value: '', label: 'No account has a file layout' }]
              : banks.map(({ bankId: value, bankName: label }) => ({ value, label }))
          }
          disabled={banks.length === 0}
          value={bankId ?? ''}
          onChange={(event) => setBank(event.target.value)}
        />
        <Button disabled={!isOpen || picked.length === 0 || bankId === undefined} onClick={ask}>
          {!isOpen && kinds.length > 0
            ? `Can be settled from ${formatDate(day)}`
            : picked.length === 0
              ? 'Settle'
              : `Settle ${countText(picked.length, 'client')}, ${formatRupees(total)}`}
        </Button>
      </div>
      {!isOpen && kinds.length > 0 && (
        <AlertBanner tone="info">{`Today’s figures: ${countText(picked.length, 'client')}, ${formatRupees(total)}. Settle them on ${formatDate(day)} or the day after.`}</AlertBanner>
      )}
      {open > picked.length && picked.length > 0 && (
        <AlertBanner tone="info">{`${countText(open, 'client')} are still open. Settle at most ${settlementRules.clients} at once: each settlement makes one payout batch, and the list goes on with the next clients.`}</AlertBanner>
      )}
      <SettleDialog
        {...dialog}
        picked={picked}
        bankName={banks.find((each) => each.bankId === bankId)?.bankName ?? ''}
        onConfirm={settle}
      />
    </>
  )
}

type SettleDialogProps = ReturnType<typeof useConfirm>['dialog'] & {
  picked: readonly SettlementLine[]
  bankName: string
  onConfirm: () => void
}

const SettleDialog = ({ picked, bankName, ...dialog }: SettleDialogProps) => (
  <ConfirmDialog
    {...dialog}
    title={`Settle ${countText(picked.length, 'client')}?`}
    sentence={`The funds are put on hold for the payment from ${bankName}, and each client gets a statement by e-mail.`}
    payments={picked.map(({ clientId, clientName, saudaId, payable, retained }) => ({
      key: clientId,
      payee: clientName,
      detail: retained > 0 ? `${saudaId}, ${rupeesText(retained)} retained` : saudaId,
      amount: payable,
    }))}
    warnings={picked.flatMap(({ saudaId, warnings }) => caseWarnings(warnings, saudaId))}
    action="Settle"
    loadingText="Settling"
    checkAt="the list"
  >
    <StillWorking when={dialog.isSending} />
  </ConfirmDialog>
)

const columnsOf = (
  isPicked: (line: SettlementLine) => boolean,
  toggle: (id: string) => void,
  onRetain: (line: SettlementLine) => void,
): ColumnsOf<SettlementLine> => [
  headColumn('Client', 'lead', (line) => (
    <div className={styles.choice}>
      <input
        type="checkbox"
        data-item=""
        aria-label={`Settle ${line.clientName}`}
        checked={isPicked(line)}
        disabled={!isPayable(line)}
        onChange={() => toggle(line.clientId)}
      />
      <ClientLines {...line} show="ledger" />
    </div>
  )),
  column('Frequency', 'under', ({ frequency, inactive }) =>
    twoLines(frequencyNames[frequency], inactive && 'Inactive for 30 days'),
  ),
  amountColumn(
    'Unused funds',
    ({ funds }) => funds,
    'part',
    ({ clientId, clientName }) => ({ clientId, source: { figure: 'cash' }, name: `Balance of ${clientName}` }),
  ),
  column('Retained', 'part', (line) => (
    <div className={layout.start}>
      {line.retained > 0 &&
        twoLines(rupeesText(line.retained), line.retentionReason && retentionReasons[line.retentionReason])}
      {!line.settled && !line.inactive && (
        <Button
          variant="ghost"
          size="small"
          aria-label={`Retain funds of ${line.clientName}`}
          onClick={() => onRetain(line)}
        >
          {line.retained > 0 ? 'Change' : 'Retain'}
        </Button>
      )}
      {line.retained === 0 && (line.settled || line.inactive) && '–'}
    </div>
  )),
  amountColumn('To be paid', ({ payable }) => payable, 'part'),
  column('Status', 'note', ({ settled, requestId, missing, warnings }) => (
    <div className={layout.start}>
      {settled && <StatusPill tone="success">Settled</StatusPill>}
      {settled && requestId && <Link to={`/wallet/${requestId}`}>Withdrawal</Link>}
      {missing && <Faint>{missing}</Faint>}
      {warnings.length > 0 && <WarningList warnings={caseWarnings(warnings)} />}
    </div>
  )),
]

function RetentionDialog({ item, day, ...dialog }: ItemDialog<SettlementLine> & { day: string }) {
  const { clientId, clientName, funds, retained, retentionReason = 'margin' } = item
  const rupees = ({ amount }: { amount: string }) => rupeesOf(parseRupees(amount))
  return (
    <FormDialog
      {...dialog}
      call={settlementCalls.retain}
      name={`retention ${day} ${clientId}`}
      empty={{ amount: retained > 0 ? String(retained) : '', reason: retentionReason as string }}
      discardOnClose
      title={`Retain funds of ${clientName}`}
      description={`Unused funds: ${rupeesText(funds)}. The client gets the amount and the reason by e-mail. Unpaid charges are never a reason.`}
      fields={[
        { as: 'amount', name: 'amount', label: 'Amount to retain', hint: 'Empty: nothing is retained.' },
        { as: 'select', name: 'reason', label: 'Reason', options: optionsOf(retentionReasons) },
      ]}
      body={(draft) => ({ day, clientId, amount: rupees(draft), reason: draft.reason })}
      check={(draft) => (rupees(draft) > funds ? { amount: settlementErrors.retainedTooMuch.message } : undefined)}
      action="Save"
      done={(_, draft) => (rupees(draft) > 0 ? 'Retention saved' : 'Retention removed')}
    />
  )
}
