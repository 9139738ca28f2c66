import { chargeTexts } from '@sauda/contract/money/charge'
import { nameOf } from '@sauda/contract/core/name'
import { formatRupees } from '@sauda/contract/platform/money'
import { capitalize, withFullStop } from '@sauda/contract/platform/sentence'
import type { Config } from '../../config.ts'
import type { ChargeRow } from './charge.sql.ts'
import { amountBlock, buttonBlock, composeMail, type Recipient } from '../../core/mail/mail.ts'
import { dateText } from '../../platform/india.ts'

type Links = Pick<Config, 'publicUrl'>

const total = ({ amount, gst }: ChargeRow): string => formatRupees(amount + gst)

function describe(charge: ChargeRow): string {
  const { number, type, description, amount, gst } = charge
  const tax = gst > 0n ? ` (${formatRupees(amount)} + ${formatRupees(gst)} GST)` : ''
  return `${nameOf('charge', number)}, ${type}: ${withFullStop(description)} ${total(charge)}${tax}.`
}

export function raisedMail({ publicUrl }: Links, client: Recipient, charge: ChargeRow) {
  const due = charge.due_on === null ? '' : `, due ${dateText(charge.due_on)}`
  const name = `${charge.type === 'Other' ? 'charge' : charge.type}${due}`
  return composeMail(client, `${total(charge)} ${name}`, [
    amountBlock(capitalize(name), total(charge)),
    describe(charge),
    buttonBlock('View and pay it by UPI', `${publicUrl}/account/charges`),
    chargeTexts.honest,
  ])
}

export const approvedMail = (client: Recipient, charge: ChargeRow) =>
  composeMail(client, `Payment of ${total(charge)} received`, [
    amountBlock('Payment received', total(charge)),
    `We received your payment ${charge.transaction_id}. This charge is paid:`,
    describe(charge),
    chargeTexts.honest,
  ])

export const cancelledMail = (client: Recipient, charge: ChargeRow, reason: string) =>
  composeMail(client, `Charge of ${total(charge)} cancelled`, [
    amountBlock('Charge cancelled', total(charge)),
    'You no longer need to pay this charge:',
    describe(charge),
    `Reason: ${reason}`,
  ])

export function rejectedMail({ publicUrl }: Links, client: Recipient, charge: ChargeRow, reason: string) {
  const link = `${publicUrl}/account/charges`
  return composeMail(client, `Payment of ${total(charge)} could not be confirmed`, [
    amountBlock('Payment not confirmed', total(charge)),
    `We could not confirm your payment ${charge.transaction_id} for this charge:`,
    describe(charge),
    `Reason: ${reason}`,
    buttonBlock('Submit it again', link, {
      text: `What to do: check the transaction ID with your bank and submit it again at ${link}`,
      lead: 'What to do: check the transaction ID with your bank and submit it again.',
    }),
    chargeTexts.honest,
  ])
}
