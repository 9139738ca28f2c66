import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { packedFileErrors } from '../platform/csv.ts'
import { waitingFile } from '../core/approval.ts'
import { commonErrors, invalid } from '../platform/error.ts'
import { id, secondFields } from '../platform/field.ts'
import { countedFile, countedFileErrors } from './counted-file.ts'

/** levy-file: the clearing corporations' files of STT and stamp duty, whose figures are final. */

export const levyNames = { stt: 'STT', stamp: 'Stamp duty' } as const
export type LevyName = keyof typeof levyNames

export const levyFileRules = {
  files: 60,
  /** Differences in one answer. */
  differences: 200,
} as const

const rupees = z.string()
const difference = z.object({
  code: z.string(),
  /** Absent for a client code without a client here. */
  clientId: z.optional(id),
  clientName: z.optional(z.string()),
  file: rupees,
  computed: rupees,
  /** Sentences: what differs, and in which security. */
  reasons: z.array(z.string()),
})
export type LevyDifference = z.infer<typeof difference>

const file = z.extend(countedFile, { levy: z.enum(['stt', 'stamp']), total: rupees, computed: rupees })
export type LevyFile = z.infer<typeof file>

/** `clients`: in the file. `more`: differences that are not listed. `unadjusted`: clients who do not pay what the newest files say yet. */
const compared = z.object({
  file,
  clients: z.number(),
  differences: z.array(difference),
  more: z.number(),
  unadjusted: z.number(),
})
export type LevyComparison = z.infer<typeof compared>

export const levyFileErrors = {
  name: invalid(
    'The file must have the name the clearing corporation gave it, such as STT_NCL_CM_0_CM_90001_20261120_F_0000.csv.gz or StampDuty_NCL_CM_0_CM_90001_20261120_F_0000.csv.gz.',
  ),
  provisional: invalid('This is a provisional file. Import the final one, with F in its name.'),
  columns: invalid(
    'This is not an STT or stamp duty file: the first row must name the columns of the clearing corporation, such as RptHdr, ClntId, ISIN and TtlTaxs or StmpDtyAmt.',
  ),
  noRows: invalid('The file has no clients in it'),
  ...packedFileErrors,
  tooLarge: invalid('The amounts of the file add up to more than any day can have. Download the file again.'),
  cut: invalid(
    'The amounts of the clients do not add up to the total of the file. It may be cut off: download it again.',
  ),
} as const

const e = levyFileErrors

export const levyFileCalls = {
  list: call('GET /desk/levy-files', 'exchange.import', {
    does: 'The newest STT and stamp duty files, with their total and what was computed.',
    reads: ['market', 'trade', 'proposal'],
    reply: z.object({ files: z.array(file), waitingFiles: z.array(waitingFile) }),
  }),
  differences: call('GET /desk/levy-files/:fileId', 'exchange.import', {
    does: 'Where a file differs from what was computed, by client.',
    reads: ['market', 'trade'],
    reply: compared,
    errors: [commonErrors.notFound],
  }),
  importFile: call('POST /desk/levy-files', 'exchange.import', {
    does: 'Imports an STT or stamp duty file (field `file`: CSV or gzip), which clients then pay. It waits for a second operator unless it agrees with our own figures; a later file of the day replaces it.',
    csv: 'file',
    reply: z.extend(compared, secondFields),
    errors: countedFileErrors([e.name, e.provisional, e.columns, e.noRows, e.tooLarge, e.cut]).send,
  }),
}
