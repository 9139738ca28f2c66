import { confidenceLabels, exceptionLabels, type BankLine } from '@sauda/contract/reconciliation'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Link } from 'react-router'
import { paymentAddress } from './words.ts'
import layout from '../shell/layout.module.css'
import styles from './reconciliation.module.css'

export function LinePill({ line }: { line: BankLine }) {
  const [tone, words] = statusOf(line)
  return <StatusPill tone={tone}>{words}</StatusPill>
}

function statusOf({ state, confidence, exception }: BankLine): [StatusTone, string] {
  if (state === 'matched') return ['success', 'Matched']
  if (state === 'settled') return ['neutral', 'Closed']
  if (state === 'approve' && confidence)
    return [
      confidence === 'exact' ? 'success' : confidence === 'likely' ? 'info' : 'warn',
      confidenceLabels[confidence],
    ]
  return ['error', exception ? exceptionLabels[exception] : 'Exception']
}

export function PaymentLink({ payment }: Pick<BankLine, 'payment'>) {
  if (!payment) return null
  return (
    <span className={styles.payment}>
      <Link className="tabular" to={paymentAddress(payment)}>
        {payment.name}
      </Link>{' '}
      {payment.clientName} <span className={`tabular ${layout.faint}`}>{payment.saudaId}</span>
    </span>
  )
}
