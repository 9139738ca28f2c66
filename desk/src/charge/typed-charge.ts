import { chargeCalls, chargeErrors, type ChargeType } from '@sauda/contract/charge'
import { rupeesOf, parseRupees } from '@sauda/contract/money'
import type { NewCharge } from './charge.api.ts'

export interface TypedCharge {
  chargeType: ChargeType | ''
  description: string
  amount: string
  gst: string
  dueDate: string
}
export const emptyCharge: TypedCharge = { chargeType: '', description: '', amount: '', gst: '', dueDate: '' }

export type ChargeFaults = Readonly<Partial<Record<keyof TypedCharge, string>>>

/** The total in paise. */
export const totalOf = ({ amount, gst }: TypedCharge): bigint => parseRupees(amount) + parseRupees(gst)

export function chargeOf(clientId: string, typed: TypedCharge): { charge: NewCharge } | { faults: ChargeFaults } {
  const charge = {
    clientId,
    chargeType: typed.chargeType as ChargeType,
    description: typed.description.trim(),
    amount: rupeesOf(parseRupees(typed.amount)),
    ...(typed.gst !== '' && { gst: rupeesOf(parseRupees(typed.gst)) }),
    ...(typed.dueDate !== '' && { dueDate: typed.dueDate }),
  }
  const faults: Partial<Record<keyof TypedCharge, string>> = {}
  for (const { path, message } of chargeCalls.raise.body.safeParse(charge).error?.issues ?? [])
    faults[path[0] as keyof TypedCharge] ??= message
  if (charge.amount === 0) faults.amount ??= chargeErrors.amountNeeded.message
  return Object.keys(faults).length > 0 ? { faults } : { charge }
}
