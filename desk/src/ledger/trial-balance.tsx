import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import type { Books } from './ledger.api.ts'
import { trialOf, type TrialLine } from './trial.ts'
import { accountNames } from './words.ts'
import styles from './books.module.css'

/** Debits and credits of every ledger account, with sums that must be equal. */
export function TrialBalance({ accounts }: { accounts: Books['accounts'] }) {
  const { clients, house, debits, credits } = trialOf(accounts)
  return (
    <Card title="Trial balance" flush>
      <div className={styles.scroll}>
        <table className={styles.trial} aria-label="Trial balance">
          <thead>
            <tr>
              <th scope="col">Ledger account</th>
              <th scope="col">Debit</th>
              <th scope="col">Credit</th>
            </tr>
          </thead>
          <Group name="Clients" lines={clients} />
          <Group name="Broker" lines={house} />
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>
                <Money amount={debits} />
              </td>
              <td>
                <Money amount={credits} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  )
}

function Group({ name, lines }: { name: string; lines: readonly TrialLine[] }) {
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={3}>
          {name}
        </th>
      </tr>
      {lines.map(({ account, debit, credit }) => (
        <tr key={account}>
          <th scope="row">{accountNames[account]}</th>
          <td>{debit > 0n && <Money amount={debit} />}</td>
          <td>{credit > 0n ? <Money amount={credit} /> : debit === 0n && <span className={styles.none}>–</span>}</td>
        </tr>
      ))}
    </tbody>
  )
}
