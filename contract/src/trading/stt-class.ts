import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { packedFileErrors } from '../platform/csv.ts'
import { waitingFile } from '../core/approval.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { day, line, messageReply, secondFields, unusedColumns } from '../platform/field.ts'
import { sttClasses } from './charge-rate.ts'
import { countedFile, countedFileErrors } from './counted-file.ts'
import { isIsin } from './isin.ts'
import { exchanges } from './market.ts'

/** stt-class: how STT is charged on single securities, set by two administrators and by the exchanges' lists. */

export const sttClassRules = {
  lists: 30,
  /** Securities in one answer. */
  listed: 500,
} as const

const stt = z.enum(sttClasses, { error: 'Choose how STT is charged' })
const entry = z.object({
  isin: z.string(),
  /** As the security files name it. */
  symbol: z.optional(z.string()),
  stt,
  from: z.iso.date(),
  /** The day before the next entry. */
  until: z.optional(z.iso.date()),
  /** Absent for what the upgrade kept. */
  setBy: z.optional(z.string()),
  list: z.optional(z.string()),
})
export type SttEntry = z.infer<typeof entry>

const reading = z.object({
  /** exempt: every security of the list is exempt. indicator: a column says how each one is charged. */
  kind: z.enum(['exempt', 'indicator']),
  exchange: z.enum(exchanges),
  day: z.iso.date(),
  name: z.string(),
  rows: z.number(),
  unused: unusedColumns,
  /** Securities for which the list says something else than before. */
  changed: z.number(),
  /** Rows without an ISIN whose symbol no security has. */
  unknown: z.array(z.string()),
  /** Exempt securities that an earlier list of this kind named and this one does not: they stay exempt. */
  absent: z.array(z.string()),
})
export type SttListReading = z.infer<typeof reading>

export const sttClassErrors = {
  unchanged: conflict('STT is charged on this security in this way already. Nothing was changed.'),
  name: invalid(
    'The name of the list must begin with C_STT (securities without STT) or C_STT_IND (list with a column of indicators) and its day, such as C_STT_20112026.csv. For a list of BSE, BSE_ stands before it: BSE_C_STT_20112026.csv.',
  ),
  columns: invalid(
    'This is not a list of securities with their STT: the first row must name a column ISIN or SYMBOL and, unless the list is that of the exempt securities (C_STT), a column STT INDICATOR.',
  ),
  noRows: invalid('The list has no securities in it'),
  ...packedFileErrors,
} as const

const e = sttClassErrors
const isinError = 'Enter an ISIN of 12 characters, such as INE002A01018'
const isinText = line(isinError, 12).check(z.refine(isIsin, { error: isinError }))
const fromDay = day('Enter the first trade day as YYYY-MM-DD')

export const sttClassCalls = {
  list: call('GET /desk/stt-classes', 'exchange.import', {
    alsoFor: 'operator.manage',
    does: 'The securities whose STT does not follow from their series, each by first trade day; the ETFs without an entry; and the newest lists of the exchanges.',
    reads: ['market', 'proposal'],
    reply: z.object({
      entries: z.array(entry),
      /** ETFs in the lists of the exchanges without an entry, which are charged by their series. */
      unset: z.array(z.object({ isin: z.string(), symbol: z.string() })),
      /** ETFs on which STT is charged although the exchange's list names an underlying that is no Indian share. */
      taxed: z.array(z.object({ isin: z.string(), symbol: z.string(), underlying: z.string(), stt })),
      lists: z.array(z.extend(countedFile, { kind: reading.shape.kind, rows: z.number() })),
      waitingFiles: z.array(waitingFile),
    }),
  }),
  importList: call('POST /desk/stt-lists', 'exchange.import', {
    does: 'Imports an exchange’s list of securities with their STT (field `file`: CSV, gzip or zip). What it changes waits for a second operator, who sees each client’s change; days that are booked keep their charges.',
    csv: 'file',
    reply: z.extend(reading, secondFields),
    errors: countedFileErrors([e.name, e.columns, e.noRows]).send,
  }),
  exempt: call('POST /desk/stt-classes/exempt', 'operator.manage', {
    does: 'Exempts securities from STT from a trade day on, such as the ETFs of gold and debt that the list names. From the second administrator on, one of them must approve it; days that are booked keep their charges.',
    body: z.object({
      isins: z
        .array(isinText)
        .check(
          z.minLength(1, { error: 'Choose a security' }),
          z.maxLength(sttClassRules.listed, { error: 'Choose at most 500 securities' }),
        ),
      from: fromDay,
    }),
    reply: z.extend(messageReply, secondFields),
    errors: [e.unchanged, commonErrors.ownAccount],
  }),
  set: call('POST /desk/stt-classes', 'operator.manage', {
    does: 'Sets how STT is charged on a security from a trade day on. From the second administrator on, one of them must approve it; days that are booked keep their charges.',
    body: z.object({
      isin: isinText,
      stt,
      from: fromDay,
    }),
    reply: z.extend(messageReply, secondFields),
    errors: [e.unchanged, commonErrors.ownAccount],
  }),
}
