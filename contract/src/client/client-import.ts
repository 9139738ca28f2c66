import * as z from 'zod/mini'
import { accountHolderPattern, bankDetailsInput } from '../money/bank.ts'
import { call } from '../platform/call.ts'
import { dematText, noteAddressText, uccText } from './client.ts'
import { csvErrorList } from '../platform/csv.ts'
import { mobileDigits, registration } from './registration.ts'
import {
  anyPersonName,
  id,
  line,
  moment,
  personName,
  rupeesOut,
  secondFields,
  unusedColumns,
} from '../platform/field.ts'
import { idempotencyErrors } from '../core/idempotency.ts'
import { mobileOf } from '../platform/code-text.ts'
import { panNumber } from './pan-aadhaar.ts'
import { withoutFullStop } from '../platform/sentence.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'

/** client-import: clients with opening balances, positions and bank details from a CSV file, all or none. */

export const clientImportRules = {
  /** Clients and positions. */
  lines: 10_000,
  /** How long the link works with which a client chooses the first password. */
  linkDays: 7,
  /** Rows in the list of imports. */
  rows: 50,
} as const

/** In any order. Each line is a client, or a position of a client, named by the client's PAN. */
export const clientImportColumns = [
  'record',
  'pan',
  'name',
  'email',
  'mobile',
  'kyc_date',
  'executive',
  'balance',
  'account_holder',
  'account_number',
  'ifsc',
  'stock',
  'quantity',
  'unit_cost',
  'purchase_date',
] as const
/** May be left out. `ecn_consent_date`: of the consent to contract notes by e-mail. */
export const optionalImportColumns = ['ucc', 'demat', 'address', 'ecn_consent_date'] as const
export type ClientImportColumn = (typeof clientImportColumns | typeof optionalImportColumns)[number]

const noMobile = 'Enter the mobile number of the client'

/** The cells of a client's line, by column. Names and mobile numbers as other systems write them, unlike those typed in the portal. */
export const importedClient = {
  pan: panNumber,
  name: anyPersonName('Enter the name of the client'),
  email: registration.shape.email,
  mobile: z.string({ error: noMobile }).check(
    z.overwrite(mobileOf),
    z.minLength(1, { error: noMobile, abort: true }),
    z.regex(new RegExp(`^\\d{${mobileDigits.minimum},${mobileDigits.maximum}}$`), {
      error: `A mobile number has ${mobileDigits.minimum} to ${mobileDigits.maximum} digits, such as 98765 43210 or +91 98765 43210`,
    }),
  ),
  executive: line('Enter the executive name', 100),
  account_holder: personName(
    'Enter the account holder',
    accountHolderPattern,
    'account_holder has letters, spaces and dots only, as in the client’s bank details: leave out any other character',
  ),
  account_number: bankDetailsInput.shape.accountNumber,
  ifsc: bankDetailsInput.shape.ifsc,
  ucc: uccText,
  demat: dematText,
  address: noteAddressText,
} as const

const importLine = z.object({
  /** The header is line 1. */
  line: z.number(),
  record: z.enum(['client', 'position', 'other']),
  /** PAN of the client; masked. */
  pan: z.string(),
  /** Name and e-mail of a client, or quantity and stock of a position, as in the file. */
  title: z.string(),
  detail: z.string(),
  /** Opening balance, or cost of the position. */
  amount: z.optional(rupeesOut),
  /** imported: by an earlier file, unchanged. wrong: prevents the import of the file. */
  status: z.enum(['new', 'imported', 'wrong']),
  problems: z.array(z.string()),
  clientId: z.optional(id),
})
export type ClientImportLine = z.infer<typeof importLine>

const totals = z.object({
  clients: z.number(),
  positions: z.number(),
  bankDetails: z.number(),
  balance: rupeesOut,
  cost: rupeesOut,
})

const reading = z.object({
  fileName: z.string(),
  lines: z.array(importLine),
  /** Lines by status. */
  counts: z.object({ new: z.number(), imported: z.number(), wrong: z.number() }),
  /** Totals of the new lines. */
  totals,
  unused: unusedColumns,
})
export type ClientImport = z.infer<typeof reading>

export const importStatus = z.enum(['pending', 'imported', 'rejected'])

const importRow = z.object({
  _id: id,
  fileName: z.string(),
  status: importStatus,
  totals,
  requestedBy: z.string(),
  requestedAt: moment,
  /** The request that a second operator decides. */
  proposalId: z.optional(id),
  decidedBy: z.optional(z.string()),
  decidedAt: z.optional(moment),
})
export type ClientImportRow = z.infer<typeof importRow>

export const clientImportErrors = {
  makersAccount: conflict(
    'The file has an account of the operator who requested its import. Reject it, and let another operator request it.',
  ),
  columns: invalid(
    `The first line must name the columns ${clientImportColumns.join(', ')}. Download the template to see an example.`,
  ),
  noLines: invalid('The file has no clients in it'),
  long: invalid('The file has more than 10,000 lines. Please split it and import one part at a time.'),
  pending: conflict('This file is already awaiting a second operator'),
  nothingNew: conflict('Every line of this file was already imported. Nothing was changed.'),
  changed: conflict(
    'Somebody registered with an e-mail address or mobile number of this file a moment ago. Nothing was imported. Check the file again.',
  ),
  decided: conflict('The lines of this file were removed when the import was decided'),
} as const

/** `line` counts from 1, as in a spreadsheet. */
export function wrongImportLine(number: number, problem: string) {
  return invalid(`Line ${number}: ${withoutFullStop(problem)}. Nothing was imported.`)
}

const r = clientImportErrors
const fileErrors = [...csvErrorList, r.columns, r.noLines, r.long] as const

export const clientImportCalls = {
  preview: call('POST /desk/client-imports/preview', 'ledger.adjust', {
    does: 'Reads a CSV file of clients, opening balances, positions and bank details, and returns the result of each line. Nothing is changed.',
    csv: 'file',
    reply: reading,
    errors: [...fileErrors],
  }),
  importFile: call('POST /desk/client-imports', 'ledger.adjust', {
    does: 'Requests the import of a file; a second operator must approve it. Lines imported before change nothing.',
    csv: 'file',
    reply: z.extend(importRow, secondFields),
    errors: [
      ...fileErrors,
      r.pending,
      r.nothingNew,
      r.changed,
      wrongImportLine(2, 'Invalid IFSC code format'),
      idempotencyErrors.keyReused,
    ],
  }),
  list: call('GET /desk/client-imports', 'ledger.adjust', {
    does: 'The newest imports of clients, with who requested and who decided them.',
    reads: ['client', 'proposal'],
    reply: z.object({ imports: z.array(importRow) }),
  }),
  lines: call('GET /desk/client-imports/:importId', 'ledger.adjust', {
    does: 'The result of each line of a pending import, checked again now.',
    reads: ['client', 'proposal'],
    reply: reading,
    errors: [commonErrors.twoAtOnce, r.decided],
  }),
}
