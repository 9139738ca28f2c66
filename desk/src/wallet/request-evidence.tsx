import { paiseOf } from '@sauda/contract/money'
import { sentence } from '@sauda/ui/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Columns, Evidence } from '../shell/evidence.tsx'
import { DateTime } from '@sauda/web/date-time-text'
import { Approvals } from './approvals.tsx'
import { DepositFacts } from './deposit-facts.tsx'
import { requestNames } from './request-pill.tsx'
import styles from './wallet.module.css'
import type { Request } from './wallet.api.ts'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

/** What imported bank statements say about the payment. */
export interface BankFacts {
  /** The bank's reference, where exactly one line belongs to the payment. */
  reference: string | undefined
  /** Lines that contradict the request. */
  conflicts: readonly Warning[]
}

interface RequestEvidenceProps {
  request: Request
  bank: BankFacts
  /** What else is known of the client's money. */
  beside: ReactNode
}

/** Everything to compare before a deposit is credited or a withdrawal paid. */
export function RequestEvidence({ request, bank, beside }: RequestEvidenceProps) {
  const { type, amount, transactionId, createdAt, status, warnings } = request
  return (
    <Evidence
      what={requestNames[type]}
      amount={paiseOf(amount)}
      beside={
        <>
          <span className="tabular">{transactionId}</span>
          <span>{sentence('Requested on {time}', { time: <DateTime at={createdAt} /> })}</span>
        </>
      }
    >
      {status === 'pending' && <Warnings warnings={[...bank.conflicts, ...warnings.map(withLink)]} />}
      {type === 'added' ? (
        <DepositFacts request={request} />
      ) : (
        <Columns>
          <WithdrawalFacts request={request} />
          <Approvals request={request} />
        </Columns>
      )}
      {beside}
    </Evidence>
  )
}

interface Warning {
  sentence: string
  /** Where the other side of the conflict is. */
  to: string | undefined
}

const withLink = ({ sentence: text, transactionId, clientId }: Request['warnings'][number]): Warning => ({
  sentence: text,
  to: transactionId ? `/wallet/${transactionId}` : clientId && `/clients/${clientId}`,
})

/** Conflicts first, then what may only be a coincidence. */
function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null
  return (
    <AlertBanner tone="warn" title="Please check before you approve">
      <ul className={styles.warnings}>
        {warnings.map(({ sentence: text, to }) => (
          <li key={`${text} ${to}`}>{to ? <Link to={to}>{text}</Link> : text}</li>
        ))}
      </ul>
    </AlertBanner>
  )
}
