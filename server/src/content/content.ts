import { contentErrors, contentRules, type contentCalls, type Testimonial } from '@sauda/contract/content'
import type { Body } from '@sauda/contract/call'
import { commonErrors, AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { ContentContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import type { Change, TestimonialFile } from './testimonial-file.ts'

type Testimonials = readonly Testimonial[]
type Input = Body<typeof contentCalls.addTestimonial>
/** `before` is absent for a new testimonial. */
type TestimonialChange = Change & {
  readonly testimonial: Testimonial
  readonly before?: Testimonial
  readonly removed?: true
}

export type DeskInput = {
  readonly context: ContentContext
  readonly file: TestimonialFile
  readonly operator: CurrentOperator
  readonly ip: string
}

export const published = async (file: TestimonialFile): Promise<Testimonials> =>
  (await listTestimonials(file)).filter(({ status }) => status === 'published')

/** Latest change first. */
export const listTestimonials = async (file: TestimonialFile): Promise<Testimonials> =>
  (await file.read()).toSorted((a, b) => b.changedAt.localeCompare(a.changedAt) || b._id.localeCompare(a._id))

export const add = (desk: DeskInput, input: Input): Promise<Testimonial> =>
  change(desk, 'content.add', (testimonials) => {
    rejectDuplicate(testimonials, input)
    if (testimonials.length >= contentRules.testimonials) throw new AppError(contentErrors.full)
    const testimonial = withAuthor(desk, { ...input, _id: uuidv7(), status: 'draft' })
    return { testimonials: [...testimonials, testimonial], testimonial }
  })

/** An edited testimonial becomes a draft and must be published again. */
export const edit = (desk: DeskInput, id: string, { seen, ...input }: Input & { seen: string }): Promise<Testimonial> =>
  change(desk, 'content.edit', (testimonials) => {
    const before = existing(testimonials, id)
    if (isSame(before, input) && before.consent === input.consent) return { testimonial: before }
    rejectStale(before, seen)
    rejectDuplicate(
      testimonials.filter((other) => other._id !== id),
      input,
    )
    return replaced(testimonials, before, withAuthor(desk, { ...before, ...input, status: 'draft' }))
  })

export const publish = (desk: DeskInput, id: string, seen: string): Promise<Testimonial> =>
  change(desk, 'content.publish', (testimonials) => {
    const before = existing(testimonials, id)
    // A second click, or a second operator, gets the same result.
    if (before.status === 'published') return { testimonial: before }
    rejectStale(before, seen)
    return replaced(testimonials, before, withAuthor(desk, { ...before, status: 'published' }))
  })

export const unpublish = (desk: DeskInput, id: string): Promise<Testimonial> =>
  change(desk, 'content.take-back', (testimonials) => {
    const before = existing(testimonials, id)
    if (before.status === 'draft') return { testimonial: before }
    return replaced(testimonials, before, withAuthor(desk, { ...before, status: 'draft' }))
  })

export async function remove(desk: DeskInput, id: string): Promise<void> {
  await change(desk, 'content.remove', (testimonials) => {
    const before = existing(testimonials, id)
    return {
      testimonials: testimonials.filter((testimonial) => testimonial !== before),
      testimonial: before,
      before,
      removed: true,
    }
  })
}

/** Writes the new file and one audit record; an unchanged testimonial writes nothing. */
async function change(
  { context, file, operator, ip }: DeskInput,
  action: string,
  make: (testimonials: Testimonials) => TestimonialChange,
): Promise<Testimonial> {
  const done = await file.replace(make, async (tx, { testimonial, before, removed }) => {
    await context.audit(tx, {
      actor: operatorActor(operator),
      action,
      subjectId: testimonial._id,
      ...(before && { before: words(before) }),
      ...(!removed && { after: words(testimonial) }),
      ip,
    })
    await context.notifyScreens(tx, 'desk', 'content')
  })
  return done.testimonial
}

const words = ({ name, about, words: said, consent, status }: Testimonial) => ({
  name,
  about,
  words: said,
  consent,
  status,
})

function withAuthor({ operator }: DeskInput, testimonial: Omit<Testimonial, 'changedAt' | 'changedBy'>): Testimonial {
  return { ...testimonial, changedAt: new Date().toISOString(), changedBy: operator.name }
}

function replaced(testimonials: Testimonials, before: Testimonial, testimonial: Testimonial): TestimonialChange {
  return { testimonials: testimonials.map((other) => (other === before ? testimonial : other)), before, testimonial }
}

function existing(testimonials: Testimonials, id: string): Testimonial {
  const found = testimonials.find((testimonial) => testimonial._id === id)
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
