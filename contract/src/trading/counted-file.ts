import * as z from 'zod/mini'
import { sentFileErrors } from '../core/sent-file.ts'
import { exchangeCsvErrorList, packedFileErrors } from '../platform/csv.ts'
import type { ErrorDefinition } from '../platform/error.ts'
import { id, moment } from '../platform/field.ts'
import { exchanges } from './market.ts'

/** counted-file: what the files of exchanges and clearing corporations have in common in lists and calls. */

/** A file that counts. */
export const countedFile = z.object({
  _id: id,
  exchange: z.enum(exchanges),
  day: z.iso.date(),
  name: z.string(),
  importedBy: z.string(),
  /** The second operator, where the file needed one. */
  approvedBy: z.optional(z.string()),
  importedAt: moment,
})

/** What can be wrong with a file, and what else prevents sending it. */
export function countedFileErrors(own: readonly ErrorDefinition[]) {
  const preview = [...exchangeCsvErrorList, ...own, ...Object.values(packedFileErrors)]
  return { preview, send: [...preview, ...sentFileErrors] }
}
