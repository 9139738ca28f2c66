import { Row } from '@sauda/ui/stack'
import type { BankLine } from '@sauda/contract/banking/reconciliation'
import { Link } from 'react-router'
import { Block, Note } from '../../shell/evidence.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { formatDate } from '@sauda/web/date-time'
import { Comparison } from './comparison.tsx'
import { LineAmount, LinePill } from './line-table.tsx'
import { useLinesOf } from './reconciliation.api.ts'
import { bankFactsOf, countsText } from './reconciliation.text.ts'
import layout from '../../shell/layout.module.css'
import styles from './reconciliation.module.css'

export function BankLines({ paymentId }: { paymentId: string }) {
  const isReader = useCan()('ledger.read')
  const query = useLinesOf(paymentId, isReader)
  if (!isReader) return null
  return (
    <Block title="In the imported statements">
      <Loaded query={query} what="the bank lines" lines={2}>
        {({ lines }) =>
          lines.length === 0 ? (
            <Note>No matching bank entry yet.</Note>
          ) : (
            <ul className={`${layout.list} ${styles.list}`}>
              {lines.map((line) => (
                <Found key={line._id} line={line} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Block>
  )
}

export function useBankFacts(paymentId: string) {
  const { data } = useLinesOf(paymentId, useCan()('ledger.read'))
  return bankFactsOf(data?.lines ?? [])
}

function Found({ line }: { line: BankLine }) {
  const { bookedOn, text, reason, exception, payment, countsOn } = line
  const isCompared = payment && exception !== 'missing'
  return (
    <li>
      <Row justify="between">
        <LinePill line={line} />
        {!isCompared && <span className={styles.day}>{formatDate(bookedOn)}</span>}
        {!isCompared && <LineAmount line={line} />}
      </Row>
      <Link className={styles.plain} to={`/reconciliation/${line._id}`}>
        {text || 'Not in the statement'}
      </Link>
      <span className={layout.soft}>{reason}</span>
      {countsOn !== undefined && <span className={layout.soft}>{countsText(countsOn)}</span>}
      {isCompared && <Comparison line={line} payment={payment} heading="Request" />}
    </li>
  )
}
