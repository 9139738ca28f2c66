import type { Reply } from '@sauda/contract/platform/call'
import { formatCount } from '@sauda/contract/platform/decimal'
import type { clearingCalls } from '@sauda/contract/trading/clearing'
import type { CountedFile, FileToCount } from '../../core/approval/file-proposal.ts'
import type { ClearingContent } from './clearing.read.ts'

// What the files of the clearing corporations have in common once they are counted.

export type ClearingReading = Omit<Reply<typeof clearingCalls.importFile>, 'waitsForSecond' | 'secondReasons'>
export type ClearingFile = FileToCount<ClearingContent>
/** What a kind of file adds to what all of them have. */
export type Counted = Pick<CountedFile<ClearingReading>, 'reasons' | 'changes' | 'onceCounted'> & {
  readonly reading: Omit<ClearingReading, 'kind' | 'exchange'>
  readonly audited?: object
}

export const releasedAt = (settlementId: string): string => `Released at the pay-out of ${settlementId}`

/** The first of them, and how many others there are. */
export const listed = (texts: readonly string[], shown = 10): string[] =>
  texts.length > shown ? [...texts.slice(0, shown), `${formatCount(texts.length - shown)} more`] : [...texts]
