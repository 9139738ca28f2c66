import { TextField } from '@sauda/ui/text-field'
import type { ReactNode } from 'react'
import type { OrderFaults, TypedOrder } from './typed-order.ts'
import styles from './trade.module.css'

interface OrderFieldsProps {
  typed: TypedOrder
  faults: OrderFaults
  onEdit: (part: Partial<TypedOrder>) => void
  quantityHint?: ReactNode
  priceHint?: ReactNode
  /** Beside the quantity: a button that fills it. */
  quantityAside?: ReactNode
}

// Long enough for every number the server reads, and for a wrong one to be seen whole.
const maxLength = 30

/** How many, and at what price. What is typed stays as it is: a number nobody meant is refused, not bent. */
export function OrderFields({ typed, faults, onEdit, quantityHint, priceHint, quantityAside }: OrderFieldsProps) {
  return (
    <div className={styles.pair}>
      <TextField
        label="Quantity"
        inputMode="decimal"
        autoComplete="off"
        maxLength={maxLength}
        hint={quantityHint}
        suffix={quantityAside}
        value={typed.quantity}
        error={faults.quantity}
        onChange={(event) => onEdit({ quantity: event.target.value })}
      />
      <TextField
        label="Price"
        prefix="₹"
        inputMode="decimal"
        autoComplete="off"
        maxLength={maxLength}
        hint={priceHint}
        value={typed.price}
        error={faults.price}
        onChange={(event) => onEdit({ price: event.target.value })}
      />
    </div>
  )
}
