import { evenGst } from '@sauda/contract/gst'
import { chargeCalls, chargeErrors, type ChargeType } from '@sauda/contract/charge'
import { rupeesOf, parseRupees } from '@sauda/contract/money'
import { fieldErrors, type FieldErrors } from '../shell/field-errors.ts'
import type { NewCharge } from './charge.api.ts'

export interface TypedCharge {
  chargeType: ChargeType | ''
  description: string
  amount: string
  gst: string
  dueDate: string
}
export const emptyCharge: TypedCharge = { chargeType: '', description: '', amount: '', gst: '', dueDate: '' }

/** The total in paise, with the GST that is charged. */
export const totalOf = ({ amount, gst }: TypedCharge): bigint => parseRupees(amount) + evenGst(parseRupees(gst))

/** The charge to send, and the errors in it. */
export function chargeOf(clientId: string, typed: TypedCharge): { charge: NewCharge; errors: FieldErrors | undefined } {
  const charge = {
    clientId,
    chargeType: typed.chargeType as ChargeType,
    description: typed.description.trim(),
    amount: rupeesOf(parseRupees(typed.amount)),
    ...(typed.gst !== '' && { gst: rupeesOf(parseRupees(typed.gst)) }),
    ...(typed.dueDate !== '' && { dueDate: typed.dueDate }),
  }
  const amount = charge.amount === 0 ? { amount: chargeErrors.amountNeeded.message } : undefined
  const errors = fieldErrors(chargeCalls.raise.body, charge)
  return { charge, errors: errors || amount ? { ...amount, ...errors } : undefined }
}
