import * as z from 'zod/mini'
import { saudaIdOf } from './code-text.ts'

/** A client ID as an operator types it. */
export const saudaId = z
  .string({ error: 'Enter the client ID' })
  .check(z.overwrite(saudaIdOf), z.regex(/^SD\d{1,12}$/, { error: 'A client ID looks like SD100001' }))
