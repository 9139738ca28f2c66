import { TextField } from '@sauda/ui/text-field'
import type { ReactNode } from 'react'
import type { OrderFaults, TypedOrder } from './typed-order.ts'
import layout from '../shell/layout.module.css'

interface OrderFieldsProps {
  typed: TypedOrder
  faults: OrderFaults
  onEdit: (part: Partial<TypedOrder>) => void
  quantityHint?: ReactNode
  priceHint?: ReactNode
  quantityAside?: ReactNode
}

// Long enough to show an invalid number in full.
const maxLength = 30

/** Numbers are not reformatted while typing, so that a mistake is rejected and not altered. */
export function OrderFields({ typed, faults, onEdit, quantityHint, priceHint, quantityAside }: OrderFieldsProps) {
  return (
    <div className={layout.pair}>
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
