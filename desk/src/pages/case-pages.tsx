import { settingCalls } from '@sauda/contract/client/setting'
import { kycCalls } from '@sauda/contract/client/kyc'
import { approvalCalls } from '@sauda/contract/core/approval'
import { ledgerCalls } from '@sauda/contract/core/ledger'
import { queueOf, titleOf } from '@sauda/contract/core/proposal'
import { chargeCalls } from '@sauda/contract/money/charge'
import { loanCalls } from '@sauda/contract/money/loan'
import { walletCalls } from '@sauda/contract/money/wallet'
import type { ComponentType } from 'react'
import type { QueueItem } from '@sauda/contract/core/queue'
import { EmptyState } from '@sauda/ui/empty-state'
import { Link } from 'react-router'
import { caseAddress, type CaseFolder, folderOf, itemName, itemSummary } from '../core/queue/queue.ts'
import { ProposalReview } from '../core/approval/proposal-review.tsx'
import { RequestedDay } from '../money/bank-day/day-view.tsx'
import { ChargeReview } from '../money/charge/charge-review.tsx'
import { ChargesTable } from '../money/charge/charges.tsx'
import { ClientTrust } from '../client/client/client-facts.tsx'
import { LatestStatement } from '../client/client/client-ledger.tsx'
import { pendingIn } from '../client/kyc/decision.ts'
import { KycReview } from '../client/kyc/kyc-review.tsx'
import { AdjustmentEffect, AdjustmentReview } from '../core/ledger/adjustments-page.tsx'
import { LoanReview } from '../money/loan/loan-review.tsx'
import { LoansTable } from '../money/loan/loans-table.tsx'
import { BankLines, useBankFacts } from '../money/reconciliation/bank-lines.tsx'
import { ClientSettings } from '../client/setting/client-settings.tsx'
import { SettingReview } from '../client/setting/setting-review.tsx'
import { Block, Columns, Note } from '../shell/evidence.tsx'
import { useCall } from '../shell/api.ts'
import { Beside, Case, useCaseId, LoanBasis } from './client-case.tsx'
import { useCan } from '../shell/me.ts'
import { ReversalEffect, ReversalReview } from '../trading/trade/reversals.tsx'
import { useReversal } from '../trading/trade/trade.api.ts'
import { ClientWallet, RecentRequests } from '../money/wallet/money-strip.tsx'
import { RequestReview } from '../money/wallet/request-review.tsx'

const isPending = ({ status }: { status: string }): boolean => status === 'pending'

const BesideWallet = ({ clientId }: { clientId: string }) => (
  <Beside clientId={clientId}>{({ wallet }) => <ClientWallet clientId={clientId} wallet={wallet} />}</Beside>
)

const BesideRequests = ({ clientId, openId = '' }: { clientId: string; openId?: string }) => (
  <Beside clientId={clientId}>
    {({ requests }) => <RecentRequests clientId={clientId} requests={requests} openId={openId} />}
  </Beside>
)

export function KycPage() {
  const id = useCaseId()
  return (
    <Case
      title="Submission"
      right="kyc.review"
      kind="kyc"
      id={id}
      isPending={({ documents }) => pendingIn(documents).length > 0}
      query={useCall(kycCalls.submission, { params: { clientId: id } })}
    >
      {(submission, context) => <KycReview submission={submission} context={context} />}
    </Case>
  )
}

export function RequestPage() {
  const id = useCaseId()
  const bank = useBankFacts(id)
  return (
    <Case
      title="Request"
      kind={({ type }) => (type === 'added' ? 'deposit' : 'withdrawal')}
      id={id}
      isPending={isPending}
      query={useCall(walletCalls.deskTransaction, { params: { transactionId: id } })}
    >
      {(item, context) => (
        <RequestReview
          item={item}
          lines={<BankLines paymentId={id} />}
          wallet={<BesideWallet clientId={item.clientId} />}
          beside={<BesideRequests clientId={item.clientId} openId={id} />}
          bank={bank}
          context={context}
        />
      )}
    </Case>
  )
}

export function LoanPage() {
  const id = useCaseId()
  const beside = (clientId: string) => (
    <Beside clientId={clientId}>
      {(client) => (
        <>
          <LoanBasis client={client} />
          <Block title="Loans of this client">
            {client.loans.length > 1 ? (
              <LoansTable clientId={clientId} loans={client.loans} openId={id} />
            ) : (
              <Note>This is the first one.</Note>
            )}
          </Block>
          <RecentRequests clientId={clientId} requests={client.requests} openId="" />
        </>
      )}
    </Beside>
  )
  return (
    <Case
      title="Loan"
      kind="loan"
      id={id}
      isPending={isPending}
      query={useCall(loanCalls.deskLoan, { params: { loanId: id } })}
    >
      {(item, context) => <LoanReview item={item} beside={beside(item.clientId)} context={context} />}
    </Case>
  )
}

export function ChargePage() {
  const id = useCaseId()
  const beside = (clientId: string) => (
    <Beside clientId={clientId}>
      {({ charges }) => (
        <Block title="Charges of this client">
          <ChargesTable clientId={clientId} charges={charges} openId={id} />
        </Block>
      )}
    </Beside>
  )
  return (
    <Case
      title="Charge"
      kind="charge"
      id={id}
      isPending={({ status }) => status === 'PAID'}
      query={useCall(chargeCalls.deskCharge, { params: { chargeId: id } })}
    >
      {(item, context) => (
        <ChargeReview
          item={item}
          lines={<BankLines paymentId={id} />}
          beside={beside(item.clientId)}
          context={context}
        />
      )}
    </Case>
  )
}

export function ReversalPage() {
  const id = useCaseId()
  return (
    <Case title="Reversal" kind="reversal" id={id} isPending={isPending} query={useReversal(id)}>
      {(item, context) => (
        <ReversalReview
          item={item}
          effect={
            item.effect && (
              <Beside clientId={item.clientId}>
                {({ wallet }) => <ReversalEffect effect={item.effect} figures={wallet} />}
              </Beside>
            )
          }
          beside={<BesideWallet clientId={item.clientId} />}
          below={<BesideRequests clientId={item.clientId} />}
          context={context}
        />
      )}
    </Case>
  )
}

export function AdjustmentPage() {
  const id = useCaseId()
  return (
    <Case
      title="Adjustment"
      kind="adjustment"
      id={id}
      isPending={isPending}
      query={useCall(ledgerCalls.adjustment, { params: { adjustmentId: id } })}
    >
      {({ clientId, ...item }, context) => (
        <AdjustmentReview
          item={{ clientId, ...item }}
          effect={
            isPending(item) && (
              <Beside clientId={clientId}>{({ wallet }) => <AdjustmentEffect {...item} figures={wallet} />}</Beside>
            )
          }
          beside={<BesideWallet clientId={clientId} />}
          below={
            <>
              <BesideRequests clientId={clientId} />
              <LatestStatement clientId={clientId} />
            </>
          }
          context={context}
        />
      )}
    </Case>
  )
}

export function SettingPage() {
  const id = useCaseId()
  const beside = (clientId: string) => (
    <Beside clientId={clientId}>
      {(client) => (
        <Columns>
          <Block title="Settings of this client">
            <ClientSettings settings={client.settings} />
          </Block>
          <Block title="Checks">
            <ClientTrust client={client} />
          </Block>
        </Columns>
      )}
    </Beside>
  )
  return (
    <Case
      title="Request"
      kind="setting"
      id={id}
      isPending={({ status }) => status === 'requested'}
      query={useCall(settingCalls.deskSetting, { params: { requestId: id } })}
    >
      {(item, context) => <SettingReview item={item} beside={beside(item.clientId)} context={context} />}
    </Case>
  )
}

export function ProposalPage() {
  const can = useCan()
  const id = useCaseId()
  return (
    <Case
      title="Proposal"
      kind={({ kind }) => queueOf(kind)}
      id={id}
      isPending={isPending}
      isOwn
      query={useCall(approvalCalls.proposal, { params: { proposalId: id } })}
    >
      {(item, context) => (
        <ProposalReview
          item={{ ...item, heading: titleOf(item.kind) }}
          beside={null}
          context={context}
          figures={
            item.bankDay &&
            can('ledger.read') && <RequestedDay day={item.bankDay} isPending={item.status === 'pending'} />
          }
        />
      )}
    </Case>
  )
}

const pages: Record<CaseFolder, ComponentType> = {
  kyc: KycPage,
  wallet: RequestPage,
  loan: LoanPage,
  charge: ChargePage,
  'trade/reversal': ReversalPage,
  'books/adjustment': AdjustmentPage,
  setting: SettingPage,
  proposal: ProposalPage,
}

/** The case beside the queue when the address names none. */
export function QueuedCase({ item }: { item: QueueItem }) {
  const folder = folderOf(item)
  if (folder === undefined)
    return (
      <EmptyState
        title={itemName(item)}
        action={
          <Link to={caseAddress(item, { kind: null, show: 'all' })}>{`Open ${itemName(item).toLowerCase()}`}</Link>
        }
      >
        {itemSummary(item)}
      </EmptyState>
    )
  const Page = pages[folder]
  return <Page />
}
