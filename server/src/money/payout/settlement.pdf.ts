import { commonErrors } from '@sauda/contract/platform/error'
import { retentionReasons, settlementRules, type RetentionReason } from '@sauda/contract/money/settlement'
import { settlementNames, type Frequency } from '@sauda/contract/core/setting-name'
import type { Config } from '../../config.ts'
import { createMark, type Issue } from '../../core/document/document.ts'
import { brokerOf } from '../../core/pdf/pdf.pages.ts'
import { type Part, plainRupees } from '../../core/pdf/pdf.parts.ts'
import type * as work from '../../core/pdf/pdf.thread.ts'
import { dateText } from '../../platform/india.ts'
import { inThread } from '../../platform/thread.ts'
import { formatRupees } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { amountBlock, buttonBlock, composeMail, contactLine, rowsBlock } from '../../core/mail/mail.ts'

/** Figures of one client, in paise. */
export type SettledFunds = {
  readonly clientId: string
  readonly name: string
  readonly saudaId: string
  readonly day: string
  readonly settlement: Frequency
  readonly inactive: boolean
  readonly funds: bigint
  readonly retained: bigint
  readonly reason: RetentionReason | null
}

const inactiveText = `You have not traded for ${settlementRules.inactiveDays} days, so your entire balance is returned.`

const files = inThread<typeof work>(new URL('../../core/pdf/pdf.thread.ts', import.meta.url), commonErrors.tooMuchWork)

export type SettlementPdf = Pick<Issue, 'mark' | 'amount' | 'preparedAt'> & {
  readonly funds: SettledFunds
  readonly bytes: Buffer
}

/** The statement of the funds and of what was retained, of each client in this order. */
export async function settlementPdfs(config: Config, all: readonly SettledFunds[]): Promise<SettlementPdf[]> {
  const shared = { broker: brokerOf(config), preparedAt: new Date() }
  const documents = all.map((funds) => ({
    ...shared,
    funds,
    mark: createMark(config.publicUrl),
    amount: { name: 'To be paid to your bank account', paise: funds.funds - funds.retained },
    title: 'Statement of settlement and retention',
    period: `${settlementNames[funds.settlement]} of ${dateText(funds.day)}`,
    holder: { name: funds.name, number: BigInt(funds.saudaId.slice(2)) },
    parts: partsOf(funds),
  }))
  const bytes = await files('documents', documents)
  return documents.map(({ funds, mark, amount: { paise: amount }, preparedAt }, index) => ({
    funds,
    mark,
    amount,
    preparedAt,
    bytes: Buffer.from(bytes[index] ?? []),
  }))
}

function partsOf({ funds, retained, reason, inactive }: SettledFunds): Part[] {
  const rows = [
    ['Unused funds on the settlement date', funds],
    ['Retained', -retained],
    ['To be paid to your bank account', funds - retained],
  ] as const
  return [
    {
      kind: 'table',
      columns: [
        { title: 'Settlement of funds', width: 380 },
        { title: 'Amount (₹)', width: 140, isAmount: true },
      ],
      rows: rows.map(([name, paise], index) => ({
        cells: [name, plainRupees(paise)],
        isTotal: index === rows.length - 1,
      })),
    },
    { kind: 'heading', text: 'Retention' },
    { kind: 'text', text: reason === null ? 'Nothing was retained.' : `Reason: ${retentionReasons[reason]}.` },
    ...(inactive ? [{ kind: 'text' as const, text: inactiveText }] : []),
    {
      kind: 'text',
      text: 'Your statement of funds in the portal has every entry behind these figures. If a figure is not correct, write to us within 30 working days.',
    },
  ]
}

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
