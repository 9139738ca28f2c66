import { paiseOf } from '@sauda/contract/money'
import type { QueueItem } from '@sauda/contract/queue'
import { Badge } from '@sauda/ui/badge'
import { Money } from '@sauda/ui/money'
import { Link } from 'react-router'
import { Age } from '../shell/age.tsx'
import { itemAddress } from './item-address.ts'
import { kinds } from './kinds.ts'
import styles from './queue-list.module.css'

interface QueueRowProps {
  item: QueueItem
  myName: string | undefined
  isOpen: boolean
  wasOpen: boolean
  isGone: boolean
}

export function QueueRow({ item, myName, isOpen, wasOpen, isGone }: QueueRowProps) {
  const { kind, clientName, amount, since } = item
  const to = itemAddress(item)
  const parts = (
    <>
      <span className={styles.kind}>
        <Badge>{kinds[kind].one}</Badge>
      </span>
      <span className={styles.client}>{clientName}</span>
      <span className={styles.amount}>{amount !== undefined && <Money amount={paiseOf(amount)} />}</span>
      <span className={styles.taker}>{isGone ? 'Already decided' : standing(item, myName)}</span>
      <span className={styles.age}>{!isGone && <Age since={since} />}</span>
    </>
  )
  if (isGone) return <div className={`${styles.row} ${styles.gone}`}>{parts}</div>
  return (
    <Link
      className={styles.row}
      to={to}
      data-item={wasOpen ? 'last' : ''}
      data-to={to}
      aria-current={isOpen ? 'page' : undefined}
    >
      {parts}
    </Link>
  )
}

/** Who has it in hand, or approved it already. */
function standing({ takenBy, firstApproval }: QueueItem, myName: string | undefined): string {
  if (takenBy !== undefined) return takenBy === myName ? 'Picked up by you' : `${takenBy} has it`
  if (firstApproval === undefined) return ''
  return firstApproval === myName ? 'Pending another operator' : 'Needs a second approval'
}
