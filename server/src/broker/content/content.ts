import {
  contentErrors,
  contentRules,
  contentCalls,
  type Testimonial,
  testimonial,
} from '@sauda/contract/broker/content'
import type { Body } from '@sauda/contract/platform/call'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import type { PublicPageName } from '@sauda/contract/broker/page-content'
import { readContent, type ReadContent } from './content-folder.ts'
import type { ContentSettings } from './content.settings.ts'
import * as z from 'zod/mini'
import type { Tx } from '../../platform/db.ts'
import { randomToken } from '../../platform/secret.ts'
import { findContent, replaceContent } from './content.sql.ts'

type Testimonials = readonly Testimonial[]
type Input = Body<typeof contentCalls.addTestimonial>
/** `before` is absent for a new testimonial. */
type TestimonialChange = Change & {
  readonly testimonial: Testimonial
  readonly before?: Testimonial
  readonly removed?: true
}

type Desk = AppContext & { readonly file: TestimonialFile }
type ContentInput<Name extends keyof typeof contentCalls> = RequestInput<(typeof contentCalls)[Name]>

const published = async (file: TestimonialFile): Promise<Testimonials> =>
  (await listTestimonials(file)).filter(({ status }) => status === 'published')

const listTestimonials = async (file: TestimonialFile): Promise<Testimonials> =>
  (await file.read()).toSorted((a, b) => b.changedAt.localeCompare(a.changedAt) || b._id.localeCompare(a._id))

const addTestimonial = (desk: Desk, given: ContentInput<'addTestimonial'>) =>
  change(desk, given, 'content.add', (testimonials) => {
    rejectDuplicate(testimonials, given.body)
    if (testimonials.length >= contentRules.testimonials) throw new AppError(contentErrors.full)
    const testimonial = withAuthor(given, { ...given.body, _id: newId(), status: 'draft' })
    return { testimonials: [...testimonials, testimonial], testimonial }
  })

/** An edited testimonial becomes a draft and must be published again. */
const editTestimonial = (desk: Desk, given: ContentInput<'editTestimonial'>) =>
  change(desk, given, 'content.edit', (testimonials) => {
    const { seen, ...input } = given.body
    const before = existing(testimonials, given)
    if (isSame(before, input) && before.consent === input.consent) return { testimonial: before }
    rejectStale(before, seen)
    const others = testimonials.filter((other) => other !== before)
    rejectDuplicate(others, input)
    return replaced(testimonials, before, withAuthor(given, { ...before, ...input, status: 'draft' }))
  })

const publishTestimonial = (desk: Desk, given: ContentInput<'publishTestimonial'>) =>
  change(desk, given, 'content.publish', (testimonials) => {
    const before = existing(testimonials, given)
    // A second click, or a second operator, gets the same result.
    if (before.status === 'published') return { testimonial: before }
    rejectStale(before, given.body.seen)
    return replaced(testimonials, before, withAuthor(given, { ...before, status: 'published' }))
  })

const unpublishTestimonial = (desk: Desk, given: ContentInput<'unpublishTestimonial'>) =>
  change(desk, given, 'content.take-back', (testimonials) => {
    const before = existing(testimonials, given)
    if (before.status === 'draft') return { testimonial: before }
    return replaced(testimonials, before, withAuthor(given, { ...before, status: 'draft' }))
  })

const removeTestimonial = (desk: Desk, given: ContentInput<'removeTestimonial'>) =>
  change(desk, given, 'content.remove', (testimonials) => {
    const before = existing(testimonials, given)
    return {
      testimonials: testimonials.filter((other) => other !== before),
      testimonial: before,
      before,
      removed: true,
    }
  })

/** Writes the new file and one audit record; an unchanged testimonial writes nothing. */
async function change(
  desk: Desk,
  by: ByOperator,
  action: string,
  make: (testimonials: Testimonials) => TestimonialChange,
): Promise<Testimonial> {
  const done = await desk.file.replace(make, async (tx, { testimonial, before, removed }) => {
    await recordByOperator(desk, tx, by, {
      action,
      subjectId: testimonial._id,
      ...(before && { before: recorded(before) }),
      ...(!removed && { after: recorded(testimonial) }),
      topic: 'content',
    })
  })
  return done.testimonial
}

const recorded = ({ name, about, words, consent, status }: Testimonial) => ({ name, about, words, consent, status })

const withAuthor = (
  { operator }: ByOperator,
  testimonial: Omit<Testimonial, 'changedAt' | 'changedBy'>,
): Testimonial => ({ ...testimonial, changedAt: new Date().toISOString(), changedBy: operator.name })

function replaced(testimonials: Testimonials, before: Testimonial, testimonial: Testimonial): TestimonialChange {
  return { testimonials: testimonials.map((other) => (other === before ? testimonial : other)), before, testimonial }
}

function existing(testimonials: Testimonials, { params }: { params: { testimonialId: string } }): Testimonial {
  const found = testimonials.find(({ _id }) => _id === params.testimonialId)
  if (!found) throw new AppError(commonErrors.notFound)
  return found
}

function rejectStale(before: Testimonial, seen: string): void {
  if (Date.parse(before.changedAt) !== Date.parse(seen)) throw new AppError(contentErrors.changed)
}

/** Also makes a second click on "Add" harmless. */
function rejectDuplicate(testimonials: Testimonials, input: Input): void {
  if (testimonials.some((testimonial) => isSame(testimonial, input))) throw new AppError(contentErrors.duplicate)
}

const isSame = (a: Input, b: Input): boolean => a.name === b.name && a.about === b.about && a.words === b.words

export function contentRoutes(context: AppContext, preview: RenderPreview) {
  const { mount } = context
  const desk = { ...context, file: openTestimonialFile(context) }

  previewRoutes(context, preview)
  mount(contentCalls.testimonials, async () => ({ testimonials: [...(await published(desk.file))] }))
  mount(contentCalls.deskTestimonials, async () => ({ testimonials: [...(await listTestimonials(desk.file))] }))
  mount(contentCalls.addTestimonial, (given) => addTestimonial(desk, given))
  mount(contentCalls.editTestimonial, (given) => editTestimonial(desk, given))
  mount(contentCalls.publishTestimonial, (given) => publishTestimonial(desk, given))
  mount(contentCalls.unpublishTestimonial, (given) => unpublishTestimonial(desk, given))
  mount(contentCalls.removeTestimonial, async (given) => {
    await removeTestimonial(desk, given)
    return { message: 'Review removed' }
  })
}

/** Renders a page; undefined if the screens are not built. */
export type RenderPreview = ((content: ReadContent, page: PublicPageName) => Promise<string>) | undefined

/** The files are read at each call; what is public is what was read at the start. */
function previewRoutes(
  { mount, config }: Pick<AppContext, 'mount'> & { readonly config: ContentSettings },
  render: RenderPreview,
): void {
  mount(contentCalls.pages, async () => {
    const { content, faults } = readContent(config.contentDir)
    return {
      hasFolder: config.contentDir !== undefined,
      isChanged: JSON.stringify(content) !== JSON.stringify(config.content.content),
      faults: [...faults],
    }
  })
  mount(contentCalls.preview, async ({ params }) =>
    render
      ? render(readContent(config.contentDir), params.page as PublicPageName)
      : '<!doctype html><title>Preview</title><p>The pages have not been built.</p>',
  )
}

const part = 'testimonials'
const attempts = 5
const inFile = z.array(testimonial)

/** Testimonials are stored in one file that is replaced as a whole. */
type TestimonialFile = {
  read(): Promise<readonly Testimonial[]>
  /** Stores the result of `change` and what `record` writes in one transaction. */
  replace<Result extends Change>(
    change: (testimonials: readonly Testimonial[]) => Result,
    record: (tx: Tx, result: Result) => Promise<void>,
  ): Promise<Result>
}

/** Without `testimonials` nothing is stored. */
type Change = { readonly testimonials?: readonly Testimonial[] }

class ConcurrentChange extends Error {}

function openTestimonialFile({ db, files }: Pick<AppContext, 'db' | 'files'>): TestimonialFile {
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
