import * as z from 'zod/mini'
import { tooManyExports } from './export.ts'
import { idempotencyErrors } from './idempotency.ts'
import { commonErrors, conflict } from '../platform/error.ts'
import { call, type Right } from '../platform/call.ts'
import { id, keysOf, moment } from '../platform/field.ts'

/** sent-file: every file that operators sent, whatever its format: whether it counts, who sent it and who decided (settled, section 15). */

/** Errors of files that wait for a second operator. */
export const fileErrors = {
  waiting: conflict('This file was already sent and is awaiting a second operator. Nothing was changed.'),
} as const

/** Errors of sending a file that may wait for a second operator, besides those of reading it. */
export const sentFileErrors = [...Object.values(idempotencyErrors), fileErrors.waiting, commonErrors.ownAccount]

type Kind = { readonly name: string; readonly right: Right }

/** The formats of files; `right` sees those of the format. */
export const sentFileKinds = {
  exchange: { name: 'Trade file of an exchange', right: 'exchange.import' },
  trade: { name: 'File of trades', right: 'trade.book' },
  levy: { name: 'STT or stamp duty file', right: 'exchange.import' },
  stt: { name: 'List of securities with their STT', right: 'exchange.import' },
  security: { name: 'List of securities', right: 'exchange.import' },
  price: { name: 'Price file', right: 'price.import' },
  'fair-value': { name: 'Prices of 31 January 2018', right: 'price.import' },
  clearing: { name: 'File of a clearing corporation', right: 'settlement.manage' },
  holding: { name: 'Holdings file of a depository', right: 'settlement.manage' },
  statement: { name: 'Bank statement', right: 'ledger.read' },
  answer: { name: 'Answer of a bank', right: 'ledger.read' },
  client: { name: 'Client import', right: 'ledger.adjust' },
  calendar: { name: 'List of holidays', right: 'operator.manage' },
} as const satisfies Record<string, Kind>
export type SentFileKind = keyof typeof sentFileKinds
export const sentFileKindNames = keysOf(sentFileKinds)

export const sentFileRights: readonly Right[] = [...new Set(Object.values(sentFileKinds).map(({ right }) => right))]

/** `lapsed`: whoever sent it lost the right before a second operator decided. */
export const sentFileStates = {
  waiting: 'Waiting',
  counted: 'Imported',
  replaced: 'Replaced',
  rejected: 'Rejected',
  lapsed: 'Lapsed',
  removed: 'Removed',
} as const
const states = keysOf(sentFileStates)

export const sentFileRules = { pageRows: 100 } as const

const sentFile = z.object({
  _id: id,
  kind: z.enum(sentFileKindNames),
  name: z.string(),
  /** What it is about, such as `NSE, 23 Nov 2026`. */
  about: z.string(),
  status: z.enum(states),
  /** When it was sent; of a file that a second operator approved, when it was approved. */
  at: moment,
  sentBy: z.string(),
  /** Who approved, rejected or removed it. */
  decidedBy: z.optional(z.string()),
  /** In hexadecimal digits, of the file as it was sent; absent for a client import, whose file is deleted once it is decided. */
  sha256: z.optional(z.string()),
  /** Its case in the queue while it waits. */
  proposalId: z.optional(id),
  /** Whether its bytes are kept and can be downloaded. */
  kept: z.boolean(),
})
export type SentFile = z.infer<typeof sentFile>

const noKind = { error: 'Choose a kind of file from the list' }
const noState = { error: 'Choose a state from the list' }

export const sentFileCalls = {
  list: call('GET /desk/sent-files', 'operator', {
    does: 'Files of the kinds that the operator may see, newest first, 100 at a time; `before` is the id of the last row already read.',
    reads: ['proposal', 'market', 'trade', 'reconciliation', 'payout', 'client'],
    query: z.object({
      kind: z.optional(z.enum(sentFileKindNames, noKind)),
      status: z.optional(z.enum(states, noState)),
      before: z.optional(id),
    }),
    reply: z.object({ files: z.array(sentFile) }),
  }),
  content: call('GET /desk/sent-files/:kind/:fileId', 'operator', {
    does: 'The bytes of a file as it was sent.',
    words: { kind: sentFileKindNames },
    reply: 'file',
    errors: [tooManyExports(20, '22 Nov 2026, 6:30 pm')],
  }),
}
