import { formatRupees } from '@sauda/contract/platform/money'
import { retentionReasons } from '@sauda/contract/banking/settlement'
import { settlementNames } from '@sauda/contract/client/setting-name'
import type { AppContext } from '../../app-context.ts'
import { amountBlock, buttonBlock, composeMail, contactLine, rowsBlock } from '../../core/mail/mail.ts'
import { inactiveText, type SettledFunds } from './settlement.pdf.ts'
import { dateText } from '../../platform/india.ts'

type Settlement = SettledFunds & {
  readonly email: string
  /** Masked account number and IFSC; undefined if nothing is paid. */
  readonly payTo: string | undefined
  readonly pdf: Buffer
}

/** The statement of the funds, and why a part was retained. */
export function settlementMail({ publicUrl, supportEmail }: AppContext['config'], s: Settlement) {
  const [funds, retained, paid] = [s.funds, s.retained, s.funds - s.retained].map(formatRupees)
  const name = settlementNames[s.settlement]
  const mail = composeMail(
    s,
    `${name}: ${s.payTo === undefined ? 'your funds are retained' : `${paid} to your bank`}`,
    [
      ...(s.payTo === undefined ? [] : [amountBlock(name, paid ?? '')]),
      rowsBlock([
        ['Settlement date', dateText(s.day)],
        ['Unused funds', funds ?? ''],
        ['Retained', retained ?? ''],
        ['To be paid to your bank account', paid ?? ''],
      ]),
      s.reason === null ? 'Nothing was retained.' : `${retained} was retained. Reason: ${retentionReasons[s.reason]}.`,
      ...(s.inactive ? [inactiveText] : []),
      ...(s.payTo === undefined
        ? []
        : [`${paid} is on hold for ${s.payTo}. We write to you again when the bank has answered.`]),
      'The statement of settlement and retention is attached as a PDF.',
      buttonBlock('View your statement of funds', `${publicUrl}/account/wallet/statement`),
      contactLine(supportEmail),
    ],
  )
  return { ...mail, attachment: { name: `settlement-${s.day}.pdf`, bytes: s.pdf } }
}
