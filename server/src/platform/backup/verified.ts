import * as z from 'zod/mini'
import { getCompressed, putCompressed, type Place } from './place.ts'

const folder = 'verified/'

const verified = z.object({
  backup: z.string(),
  /** When the backup ended. */
  ended: z.string(),
  /** When it was restored and checked. */
  at: z.string(),
})
export type Verified = z.infer<typeof verified>

/** Beside the backups, because the machine that tries one need not reach the running installation. */
export const putVerified = (place: Place, content: Verified): Promise<void> =>
  putCompressed(place, `${folder}${content.backup}.gz`, Buffer.from(JSON.stringify(content)), { isOpen: true })

/** The newest backup that a drill restored without a fault. */
export async function newestVerified(place: Place): Promise<Verified | undefined> {
  const names: string[] = []
  for await (const files of place.list(folder)) names.push(...files.map(({ name }) => name))
  const name = names.toSorted().at(-1)
  return name === undefined ? undefined : verified.parse(JSON.parse((await getCompressed(place, name)).toString()))
}
