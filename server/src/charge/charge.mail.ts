import { chargeWords } from '@sauda/contract/charge'
import { formatRupees } from '@sauda/contract/money'
import type { Config } from '../platform/config.ts'
import type { ChargeRow } from './charge.sql.ts'

type Client = { readonly name: string; readonly email: string }
type Brand = Pick<Config, 'brandName' | 'publicUrl'>

function mail(client: Client, subject: string, lines: readonly string[]) {
  return {
    to: client.email,
    subject,
    text: `${[`Hello ${client.name},`, ...lines, chargeWords.honest].join('\n\n')}\n`,
  }
}

function what({ number, type, description, amount, gst }: ChargeRow): string {
  const tax = gst > 0n ? ` (${formatRupees(amount)} and ${formatRupees(gst)} GST)` : ''
  return `CHG${number}, ${type}: ${description}. ${formatRupees(amount + gst)}${tax}.`
}

export function raisedMail({ brandName, publicUrl }: Brand, client: Client, charge: ChargeRow) {
  return mail(client, `A new charge at ${brandName}`, [
    what(charge),
    `See it and pay by UPI here: ${publicUrl}/account/charges`,
  ])
}

export function approvedMail({ brandName }: Brand, client: Client, charge: ChargeRow) {
  return mail(client, `${brandName} received your payment`, [
    `We found your payment ${charge.transaction_id}. This charge is paid:`,
    what(charge),
  ])
}

export function rejectedMail({ brandName, publicUrl }: Brand, client: Client, charge: ChargeRow, reason: string) {
  return mail(client, `${brandName} could not confirm your payment`, [
    `We could not confirm your payment ${charge.transaction_id} for this charge:`,
    what(charge),
    `Reason: ${reason}`,
    `What to do: check the transaction ID with your bank and submit it again at ${publicUrl}/account/charges`,
  ])
}
