import type { Portfolio } from '@sauda/contract/trade'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import styles from './allocation.module.css'
import { allocationOf } from './allocation.ts'
import { plainPercent } from './percent.ts'

/** What is invested, by stock: a ring for the eye, and beside it the same as a table. */
export function Allocation({ holdings }: { holdings: Portfolio['holdings'] }) {
  const slices = allocationOf(holdings)
  return (
    <Card title="Allocation">
      {slices.length === 0 ? (
        <p className={styles.empty}>Nothing is invested. Your holdings are drawn here once a trade is booked.</p>
      ) : (
        <div className={styles.pair}>
          <svg viewBox="0 0 42 42" className={styles.ring} aria-hidden="true">
            {slices.map(({ name, share, before }, index) => (
              <circle
                key={name}
                cx="21"
                cy="21"
                r="16"
                pathLength="10000"
                data-slice={index}
                strokeDasharray={`${share} ${10_000n - share}`}
                strokeDashoffset={-Number(before)}
              />
            ))}
            {slices.length > 1 &&
              slices.map(({ name, before }) => (
                <path key={name} d="M32 21h10" transform={`rotate(${(Number(before) * 360) / 10_000} 21 21)`} />
              ))}
          </svg>
          <table className={styles.legend} aria-label="Allocation of what is invested">
            <thead>
              <tr>
                <th scope="col">Stock</th>
                <th scope="col">Invested</th>
                <th scope="col">Share</th>
              </tr>
            </thead>
            <tbody>
              {slices.map(({ name, cost, share }, index) => (
                <tr key={name}>
                  <th scope="row">
                    <span className={styles.dot} data-slice={index} aria-hidden="true" />
                    {name}
                  </th>
                  <td>
                    <Money amount={cost} />
                  </td>
                  <td>{plainPercent(share)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
