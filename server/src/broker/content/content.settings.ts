import * as z from 'zod/mini'
import { faultText, type ReadContent, readContent } from './content-folder.ts'

export const contentVariables = {
  CONTENT_DIR: z.optional(
    z.pipe(
      z.string(),
      z.transform((folder, { issues }): { readonly folder: string; readonly read: ReadContent } => {
        const read = readContent(folder)
        for (const fault of read.faults) issues.push({ code: 'custom', input: folder, message: faultText(fault) })
        return { folder, read }
      }),
    ),
  ),
}
const schema = z.object(contentVariables)

export const contentSettings = (e: z.infer<typeof schema>) => ({
  /** The broker's files for the public pages; unset, they show the default ones. */
  contentDir: e.CONTENT_DIR?.folder,
  /** As read at the start. */
  content: e.CONTENT_DIR?.read ?? readContent(),
})
export type ContentSettings = ReturnType<typeof contentSettings>
