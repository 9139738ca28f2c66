import { walletCalls } from '@sauda/contract/money/wallet'
import { decimalRupees, formatRupees, paiseOf, rupeesText } from '@sauda/contract/platform/money'
import { withFullStop } from '@sauda/contract/platform/sentence'
import { releasersOf } from '@sauda/contract/core/payer'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Stack } from '@sauda/ui/stack'
import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { RequestSteps } from '@sauda/web/request-steps'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fetchImage } from '../../shell/api.ts'
import { Copyable, copyFact, WarningList, Warnings } from '../../shell/lines.tsx'
import { Block, Columns, Evidence, Facts as BankLine, NameCheck, Note } from '../../shell/evidence.tsx'
import { useCan } from '../../shell/me.ts'
import { anyOf, nobodyCan, obstacleText } from '../../shell/payers.ts'
import { Replies } from '../../shell/replies.tsx'
import { awaitsSecond, type BankFacts, warningsOf } from './decision.ts'
import { requestNames, requestTrail } from './requests-table.tsx'
import type { Request } from './wallet.api.ts'

interface RequestEvidenceProps {
  request: Request
  bank: BankFacts
  /** Shown when something changed after the operator opened the request. */
  changed: ReactNode
  /** The payment in the imported statements. */
  lines: ReactNode
  wallet: ReactNode
  beside: ReactNode
}

export function RequestEvidence({ request, bank, changed, lines, wallet, beside }: RequestEvidenceProps) {
  const { type, amount, transactionId, createdAt, status, payers } = request
  // They have the bank entries themselves.
  const isReader = useCan()('ledger.read')
  return (
    <Evidence
      what={requestNames[type]}
      amount={paiseOf(amount)}
      trail={requestTrail(request, request.clientId)}
      reference={transactionId}
      at={createdAt}
    >
      {status === 'pending' && (
        <Warnings title="Please check before you approve" warnings={warningsOf(request, bank)} />
      )}
      {payers && releasersOf(payers.releasers, [payers]).length === 0 && (
        <AlertBanner tone="warn" title={nobodyCan('pay this withdrawal', payers.releasers, [payers])}>
          <WarningList warnings={payers.obstacles.map((each) => ({ text: obstacleText(each) }))} />
        </AlertBanner>
      )}
      {status === 'pending' && changed}
      {type === 'added' && lines}
      <Columns>
        {type === 'added' ? <DepositFacts request={request} /> : <WithdrawalFacts request={request} />}
        <Stack gap={5}>
          <Approvals request={request} />
          <Reversed request={request} />
          {wallet}
        </Stack>
      </Columns>
      <Replies
        replies={request.replies}
        right="wallet.approve"
        load={(replyId, signal) =>
          fetchImage(walletCalls.proof, { params: { transactionId: request._id, replyId } }, signal)
        }
      />
      {awaitsSecond(request) &&
        !isReader &&
        request.evidence.map((each) => each.type === 'facts' && <BankLine key={each.id} evidence={each} />)}
      {type === 'withdrawal' && lines}
      {beside}
      <Block title="What the client sees">
        <RequestSteps request={request} label="What the client sees" />
      </Block>
    </Evidence>
  )
}

function Approvals({ request }: { request: Request }) {
  const { needsTwo, secondReasons, firstApproval, firstApprovalAt, status, decidedBy } = request
  if (!needsTwo && firstApproval === undefined) return null
  const first: TimelineStep = firstApproval
    ? {
        title: 'First approval',
        state: 'done',
        detail: firstApprovalText(request),
        at: firstApprovalAt && formatDateTime(firstApprovalAt),
      }
    : { title: 'First approval', state: status === 'pending' ? 'current' : 'upcoming' }
  const second: TimelineStep =
    status === 'approved'
      ? { title: 'Second approval', state: 'done', detail: decidedBy }
      : status === 'rejected'
        ? { title: 'Rejected', state: 'failed', detail: decidedBy }
        : {
            title: 'Second approval',
            state: firstApproval ? 'current' : 'upcoming',
            detail: firstApproval ? secondText(request, firstApproval) : 'Another operator',
          }
  return (
    <Block title="Needs two operators">
      <Timeline label="Approvals" steps={[first, second]} />
      {secondReasons.length > 0 && (
        <details>
          <summary>Why</summary>
          {secondReasons.map((reason) => (
            <Note key={reason}>{withFullStop(reason)}</Note>
          ))}
        </details>
      )}
    </Block>
  )
}

/** Who may give the second approval, as Payouts says. */
function secondText({ payers }: Request, first: string): string {
  if (!payers) return `Any operator except ${first}`
  const names = releasersOf(payers.releasers, [payers]).map(({ operator }) => operator)
  return names.length > 0 ? anyOf(names) : nobodyCan('give it', payers.releasers, [payers])
}

/** The bank's reversal after the decision. */
function Reversed({ request: { reversed, type } }: { request: Request }) {
  if (!reversed) return null
  return (
    <Block
      title={type === 'added' ? 'Reversed by the bank' : 'Returned by the bank'}
      facts={[
        { term: 'Date at the bank', value: formatDate(reversed.on) },
        {
          term: type === 'added' ? 'Debited from the client' : 'Credited to the client',
          value: `${rupeesText(reversed.amount)}, ${formatDateTime(reversed.bookedAt)}`,
        },
        { term: 'Reason', value: reversed.reason },
      ]}
    />
  )
}

function firstApprovalText(request: Request): string {
  const { firstApproval, firstApprovalReference, firstApprovalAmount, firstApprovalBankAccount } = request
  const reference = firstApprovalReference === undefined ? [] : [`reference ${firstApprovalReference}`]
  const amount = firstApprovalAmount === undefined ? [] : [`received ${rupeesText(firstApprovalAmount)}`]
  const account = firstApprovalBankAccount === undefined ? [] : [`into ${firstApprovalBankAccount}`]
  return [firstApproval, ...reference, ...amount, ...account].join(', ')
}

const DepositFacts = ({ request: { reference, utr, bankReference, creditedAmount } }: { request: Request }) => (
  <Block
    title="Payment"
    facts={[
      copyFact('Reference in the QR code', reference, 'Copy reference', 'Reference copied'),
      {
        term: 'UTR the client entered',
        value: utr === undefined ? 'None' : <Copyable text={utr} name="Copy UTR" done="UTR copied" />,
      },
      copyFact('Bank reference', bankReference, 'Copy bank reference', 'Bank reference copied'),
      creditedAmount !== undefined && {
        term: 'Credited as received',
        value: rupeesText(creditedAmount),
      },
    ]}
  />
)

function WithdrawalFacts({ request }: { request: Request }) {
  const { amount, payTo, bankReference, clientName, payout } = request
  const can = useCan()
  const paise = paiseOf(amount)
  if (!payTo) return null
  const { accountHolderName, accountNumber, ifsc } = payTo
  return (
    <Block
      title="Pay to"
      facts={[
        {
          term: 'Account holder',
          value: (
            <>
              <Copyable text={accountHolderName} name="Copy account holder" done="Account holder copied" />
              <NameCheck registered={clientName} found={accountHolderName} />
            </>
          ),
        },
        {
          term: 'Account number',
          // Masked without the right to pay.
          value: can('wallet.pay') ? (
            <Copyable text={accountNumber} name="Copy account number" done="Account number copied" />
          ) : (
            accountNumber
          ),
        },
        copyFact('IFSC', ifsc, 'Copy IFSC', 'IFSC copied'),
        {
          term: 'Amount',
          value: (
            <Copyable text={decimalRupees(paise)} name="Copy amount" done="Amount copied">
              {formatRupees(paise)}
            </Copyable>
          ),
        },
        copyFact('Bank reference', bankReference, 'Copy bank reference', 'Bank reference copied'),
        payout && { term: 'Payout batch', value: <Link to={`/payouts/${payout._id}`}>{payout.name}</Link> },
      ]}
    />
  )
}
