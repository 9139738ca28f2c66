import { formatRupees } from '@sauda/contract/money'
import type { Reply } from '@sauda/contract/call'
import { walletWords } from '@sauda/contract/wallet'
import type { walletCalls } from '@sauda/contract/wallet'
import type { RequestRow } from './wallet.sql.ts'

type Step = Reply<typeof walletCalls.timeline>['steps'][number]

/** Every completed step, then the next one without a time. `number` is the masked account number of a withdrawal. */
export function stepsOf(row: RequestRow, needsTwo: boolean, number: string): Step[] {
  return [asked(row, number), ...(row.type === 'added' ? depositSteps(row) : withdrawalSteps(row, needsTwo))]
}

function asked(row: RequestRow, number: string): Step {
  const amount = formatRupees(row.amount)
  const at = row.created_at.toISOString()
  if (row.type === 'added') {
    const detail = row.utr === null ? `Reference ${row.reference}` : `Reference ${row.reference}, UTR ${row.utr}`
    return { what: `You told us that you paid ${amount}`, at, who: 'you', detail }
  }
  const detail = `To ${row.pay_to_name}, ${number}, IFSC ${row.pay_to_ifsc}. The amount is set aside.`
  return { what: `You asked to withdraw ${amount}`, at, who: 'you', detail }
}

function depositSteps(row: RequestRow): Step[] {
  const at = row.decided_at?.toISOString()
  if (row.status === 'approved') {
    return [
      { what: 'We found your payment and added it to your wallet', who: 'us', ...dated(at), ...bankReference(row) },
    ]
  }
  if (row.status === 'rejected') return refused(row, 'We could not add this to your wallet', at)
  return [{ what: 'We look for your payment in our bank statement', who: 'us' }]
}

function withdrawalSteps(row: RequestRow, needsTwo: boolean): Step[] {
  const at = row.decided_at?.toISOString()
  const first: Step[] =
    row.first_approval_at === null
      ? []
      : [{ what: 'We checked it once', at: row.first_approval_at.toISOString(), who: 'us' }]
  if (row.status === 'approved') {
    return [...first, { what: 'We paid it to your bank', who: 'us', ...dated(at), ...bankReference(row) }]
  }
  if (row.status === 'rejected') return [...first, ...refused(row, 'We did not pay this out', at)]
  if (first.length > 0) return [...first, { what: 'A second colleague checks it and pays it', who: 'us' }]
  const detail = 'A withdrawal of this size is checked by two of us.'
  return [{ what: 'We check it and pay it', who: 'us', ...(needsTwo && { detail }) }]
}

function refused(row: RequestRow, what: string, at: string | undefined): Step[] {
  return [
    { what, who: 'us', ...dated(at), ...(row.reason !== null && { detail: row.reason }) },
    { what: walletWords.whatToDo[row.type], who: 'you' },
  ]
}

const dated = (at: string | undefined) => (at === undefined ? {} : { at })

const bankReference = ({ bank_reference }: RequestRow) =>
  bank_reference === null ? {} : { detail: `Bank reference ${bank_reference}` }
