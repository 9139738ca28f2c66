import { testimonial } from '@sauda/contract/content'
import type { Testimonial } from '@sauda/contract/content'
import { commonErrors, AppError } from '@sauda/contract/error'
import * as z from 'zod/mini'
import type { ContentContext } from '../app-context.ts'
import type { Tx } from '../platform/db.ts'
import { randomToken } from '../platform/secret.ts'
import { findContent, turnContent } from './content.sql.ts'

const part = 'testimonials'
const attempts = 5
const inFile = z.array(testimonial)

/** The file of testimonials: read by everybody, replaced whole by who changes it. */
export type Shelf = {
  read(): Promise<readonly Testimonial[]>
  /** What `change` makes of the testimonials takes their place, together with what `record` writes; answers what `change` did. */
  replace<Done extends Change>(
    change: (testimonials: readonly Testimonial[]) => Done,
    record: (tx: Tx, done: Done) => Promise<void>,
  ): Promise<Done>
}

/** `testimonials` absent: nothing is to be changed. */
export type Change = { readonly testimonials?: readonly Testimonial[] }

class Overtaken extends Error {}

export function openShelf({ db, files }: Pick<ContentContext, 'db' | 'files'>): Shelf {
  /** A file never changes under its name, so one look at each is enough. */
  let last: { readonly name: string; readonly testimonials: readonly Testimonial[] } | undefined

  async function open(name: string): Promise<readonly Testimonial[]> {
    if (last?.name === name) return last.testimonials
    const bytes = await files.get(name)
    // Replaced and removed between the row and the file.
    if (!bytes) throw new Overtaken()
    const testimonials = inFile.parse(JSON.parse(bytes.toString()))
    last = { name, testimonials }
    return testimonials
  }

  async function current() {
    const row = await findContent(db, part)
    return { row, testimonials: row ? await open(row.file_name) : [] }
  }

  /** Whoever was overtaken looks again at what is there now. */
  async function untilCurrent<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
        if (attempt >= attempts) throw new AppError(commonErrors.busy, { retryAfter: 5 })
      }
    }
  }

  return {
    read: () => untilCurrent(async () => (await current()).testimonials),
    replace: (change, record) =>
      untilCurrent(async () => {
        const { row, testimonials } = await current()
        const done = change(testimonials)
        if (!done.testimonials) return done
        const name = `content/${randomToken()}`
        const bytes = Buffer.from(JSON.stringify(done.testimonials))
        await files.add([{ name, bytes }], async (tx) => {
          if ((await turnContent(tx, { part, fileName: name, after: row?.version ?? 0 })) === 0) throw new Overtaken()
          if (row) await files.release(tx, row.file_name)
          await record(tx, done)
        })
        if (row) await files.clear([row.file_name])
        return done
      }),
  }
}
