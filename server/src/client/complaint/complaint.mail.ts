import { complaintRules, lastLevel, levelName } from '@sauda/contract/client/complaint-name'
import type { Config } from '../../config.ts'
import { buttonBlock, composeMail, rowsBlock, type Mail } from '../../core/mail/mail.ts'
import type { ComplaintRow } from './complaint.sql.ts'
import { deadlinesOf, numberOf } from './complaint.view.ts'
import { dateText } from '../../platform/india.ts'

type Links = Pick<Config, 'publicUrl'>

const link = ({ publicUrl }: Links) => buttonBlock('View the complaint', `${publicUrl}/account/complaints`)
const recipient = ({ name, email }: ComplaintRow) => ({ name, email: email ?? '' })
const outside =
  'You can also complain to SEBI at scores.sebi.gov.in, or use online dispute resolution at smartodr.in. Quote the complaint number.'

export const raisedMail = (brand: Links, row: ComplaintRow): Mail =>
  composeMail(recipient(row), `Complaint ${numberOf(row)} received`, [
    `We received your complaint. Its number is ${numberOf(row)}.`,
    rowsBlock([
      ['With', levelName(row.level)],
      ['To be resolved by', dateText(deadlinesOf(row).dueOn)],
    ]),
    link(brand),
    outside,
  ])

export const repliedMail = (brand: Links, row: ComplaintRow, text: string): Mail =>
  composeMail(recipient(row), `Reply to your complaint ${numberOf(row)}`, [
    `${levelName(row.level)} replied:`,
    ...text.split('\n\n'),
    link(brand),
  ])

export const escalatedMail = (brand: Links, row: ComplaintRow): Mail =>
  composeMail(recipient(row), `Complaint ${numberOf(row)} passed to: ${levelName(row.level)}`, [
    `Your complaint is now with: ${levelName(row.level)}. It is due to be answered by ${dateText(deadlinesOf(row).levelDueOn)}.`,
    link(brand),
    outside,
  ])

const reopening = (row: ComplaintRow): readonly string[] =>
  row.level < lastLevel && row.blocked === null
    ? [
        `Not satisfied? You can escalate the complaint to the next level (${levelName(row.level + 1)}) within ${complaintRules.reopenDays} days.`,
      ]
    : []

export const resolvedMail = (brand: Links, row: ComplaintRow): Mail =>
  composeMail(recipient(row), `Complaint ${numberOf(row)} closed`, [
    'You closed your complaint as resolved. Its messages stay in your account.',
    ...reopening(row),
    link(brand),
    outside,
  ])

export const closedMail = (brand: Links, row: ComplaintRow, text: string): Mail =>
  composeMail(recipient(row), `Complaint ${numberOf(row)} closed`, [
    'We have closed your complaint. Our resolution:',
    ...text.split('\n\n'),
    ...reopening(row),
    link(brand),
    outside,
  ])
