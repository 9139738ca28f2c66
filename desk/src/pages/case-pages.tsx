import { queueOf, titleOf } from '@sauda/contract/proposal'
import { messageKindOf } from '@sauda/contract/message'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useProposal } from '../approval/approval.api.ts'
import { ProposalReview } from '../approval/proposal-review.tsx'
import { RequestedDay } from '../bank-day/day-view.tsx'
import { ChargeReview } from '../charge/charge-review.tsx'
import { useCharge } from '../charge/charge.api.ts'
import { ChargesTable } from '../charge/charges-table.tsx'
import { ClientTrust } from '../client/client-facts.tsx'
import { useClient, type Client } from '../client/client.api.ts'
import { PinnedWarnings } from '../client/pinned-warnings.tsx'
import { pendingIn } from '../kyc/decision.ts'
import { KycReview } from '../kyc/kyc-review.tsx'
import { useSubmission } from '../kyc/kyc.api.ts'
import { AdjustmentReview } from '../ledger/adjustment-review.tsx'
import { useAdjustment } from '../ledger/ledger.api.ts'
import { LoanReview } from '../loan/loan-review.tsx'
import { useLoan } from '../loan/loan.api.ts'
import { LoansTable } from '../loan/loans-table.tsx'
import { WriteToClient } from '../message/message-dialog.tsx'
import { CasePage, type CasePageProps } from '../queue/case.tsx'
import { BankLines, useBankFacts } from '../reconciliation/bank-lines.tsx'
import { ClientSettings } from '../setting/client-settings.tsx'
import { SettingReview } from '../setting/setting-review.tsx'
import { useSetting } from '../setting/setting.api.ts'
import { Block, Columns } from '../shell/evidence.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useCan } from '../shell/me.ts'
import { ClientExtras } from '../shell/review.tsx'
import { ReversalReview } from '../trade/reversal-review.tsx'
import { useReversal } from '../trade/reversal.api.ts'
import { ClientMoney, MoneyStrip } from '../wallet/money-strip.tsx'
import { RequestReview } from '../wallet/request-review.tsx'
import { awaitsSecond } from '../wallet/decision.ts'
import { type Request, useRequest } from '../wallet/wallet.api.ts'

const useCaseId = (): string => useParams()['id'] ?? ''
const isPending = ({ status }: { status: string }): boolean => status === 'pending'

/** Facts about the client of a case, besides its own evidence. */
const Beside = ({ clientId, children }: { clientId: string; children: (client: Client) => ReactNode }) => (
  <Loaded query={useClient(clientId)} what="the client" lines={5}>
    {children}
  </Loaded>
)

/** A case with what concerns its client whatever the case is about. */
function Case<Known extends { clientName?: string | undefined }>(props: CasePageProps<Known> & { isOwn?: true }) {
  const { id, kind, query, isOwn } = props
  const known = query.data
  const about = known && !isOwn ? messageKindOf(typeof kind === 'function' ? kind(known) : kind) : 'client'
  return (
    <ClientExtras
      value={(clientId) => (
        <>
          <WriteToClient
            kinds={[about]}
            id={about === 'client' ? clientId : id}
            clientName={known?.clientName ?? 'the client'}
            size="small"
          />
          <PinnedWarnings clientId={clientId} />
        </>
      )}
    >
      <CasePage {...props} />
    </ClientExtras>
  )
}

const BesideWallet = ({ clientId }: { clientId: string }) => (
  <Beside clientId={clientId}>
    {({ wallet }) => (
      <Block title="Wallet">
        <MoneyStrip wallet={wallet} quiet />
      </Block>
    )}
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
      query={useSubmission(id)}
    >
      {(submission, context) => <KycReview submission={submission} context={context} />}
    </Case>
  )
}

export function RequestPage() {
  const id = useCaseId()
  const bank = useBankFacts(id)
  const beside = ({ clientId, ...request }: Request) => (
    <>
      {!awaitsSecond(request) && <BankLines paymentId={id} />}
      <Beside clientId={clientId}>{(client) => <ClientMoney {...client} openId={id} />}</Beside>
    </>
  )
  return (
    <Case
      title="Request"
      kind={({ type }) => (type === 'added' ? 'deposit' : 'withdrawal')}
      id={id}
      isPending={isPending}
      query={useRequest(id)}
    >
      {(item, context) => <RequestReview item={item} beside={beside(item)} bank={bank} context={context} />}
    </Case>
  )
}

export function LoanPage() {
  const id = useCaseId()
  const beside = (clientId: string) => (
    <Beside clientId={clientId}>
      {(client) => (
        <>
          <ClientMoney {...client} openId={id} />
          {client.loans.length > 1 && (
            <Block title="Loans of this client">
              <LoansTable loans={client.loans} openId={id} />
            </Block>
          )}
        </>
      )}
    </Beside>
  )
  return (
    <Case title="Loan" kind="loan" id={id} isPending={isPending} query={useLoan(id)}>
      {(item, context) => <LoanReview item={item} beside={beside(item.clientId)} context={context} />}
    </Case>
  )
}

export function ChargePage() {
  const id = useCaseId()
  const beside = (clientId: string) => (
    <>
      <BankLines paymentId={id} />
      <Beside clientId={clientId}>
        {({ charges }) => (
          <Block title="Charges of this client">
            <ChargesTable charges={charges} openId={id} />
          </Block>
        )}
      </Beside>
    </>
  )
  return (
    <Case title="Charge" kind="charge" id={id} isPending={({ status }) => status === 'PAID'} query={useCharge(id)}>
      {(item, context) => <ChargeReview item={item} beside={beside(item.clientId)} context={context} />}
    </Case>
  )
}

export function ReversalPage() {
  const id = useCaseId()
  return (
    <Case title="Reversal" kind="reversal" id={id} isPending={isPending} query={useReversal(id)}>
      {(item, context) => (
        <ReversalReview item={item} beside={<BesideWallet clientId={item.clientId} />} context={context} />
      )}
    </Case>
  )
}

export function AdjustmentPage() {
  const id = useCaseId()
  return (
    <Case title="Adjustment" kind="adjustment" id={id} isPending={isPending} query={useAdjustment(id)}>
      {(item, context) => (
        <AdjustmentReview item={item} beside={<BesideWallet clientId={item.clientId} />} context={context} />
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
          <Block title="Trust">
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
      query={useSetting(id)}
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
      query={useProposal(id)}
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
