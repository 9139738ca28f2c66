import { testimonial, type Testimonial } from '@sauda/contract/broker/content'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import * as z from 'zod/mini'
import type { AppContext } from '../../app-context.ts'
import type { Tx } from '../../platform/db.ts'
import { randomToken } from '../../platform/secret.ts'
import { findContent, replaceContent } from './content.sql.ts'

const part = 'testimonials'
const attempts = 5
const inFile = z.array(testimonial)

/** Testimonials are stored in one file that is replaced as a whole. */
export type TestimonialFile = {
  read(): Promise<readonly Testimonial[]>
  /** Stores the result of `change` and what `record` writes in one transaction. */
  replace<Result extends Change>(
    change: (testimonials: readonly Testimonial[]) => Result,
    record: (tx: Tx, result: Result) => Promise<void>,
  ): Promise<Result>
}

/** Without `testimonials` nothing is stored. */
export type Change = { readonly testimonials?: readonly Testimonial[] }

class ConcurrentChange extends Error {}

export function openTestimonialFile({ db, files }: Pick<AppContext, 'db' | 'files'>): TestimonialFile {
  /** A stored file never changes under its name, so it is cached. */
  let last: { readonly name: string; readonly testimonials: readonly Testimonial[] } | undefined

  async function open(name: string): Promise<readonly Testimonial[]> {
    if (last?.name === name) return last.testimonials
    const bytes = await files.get(name)
    // The file was replaced after its row was read.
    if (!bytes) throw new ConcurrentChange()
    const testimonials = inFile.parse(JSON.parse(bytes.toString()))
    last = { name, testimonials }
    return testimonials
  }

  async function current() {
    const row = await findContent(db, part)
    return { row, testimonials: row ? await open(row.file_name) : [] }
  }

  /** After a concurrent change, runs again on the new content. */
  async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof ConcurrentChange)) throw error
        if (attempt >= attempts) throw new AppError(commonErrors.busy, { retryAfter: 5 })
      }
    }
  }

  return {
    read: () => retryOnConflict(async () => (await current()).testimonials),
    replace: (change, record) =>
      retryOnConflict(async () => {
        const { row, testimonials } = await current()
        const result = change(testimonials)
        if (!result.testimonials) return result
        const name = `content/${randomToken()}`
        const bytes = Buffer.from(JSON.stringify(result.testimonials))
        await files.add([{ name, bytes }], async (tx) => {
          if ((await replaceContent(tx, { part, fileName: name, after: row?.version ?? 0 })) === 0)
            throw new ConcurrentChange()
          if (row) await files.release(tx, row.file_name)
          await record(tx, result)
        })
        if (row) await files.clear([row.file_name])
        return result
      }),
  }
}
