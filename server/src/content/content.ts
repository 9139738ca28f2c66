import { contentErrors, contentRules } from '@sauda/contract/content'
import type { contentCalls, Testimonial } from '@sauda/contract/content'
import type { Body } from '@sauda/contract/call'
import { commonErrors, AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { ContentContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import type { Change, Shelf } from './shelf.ts'

type Testimonials = readonly Testimonial[]
type Input = Body<typeof contentCalls.addTestimonial>
/** What one change did to one testimonial; `before` is absent where it is new, `removed` where it stays. */
type Done = Change & { readonly testimonial: Testimonial; readonly before?: Testimonial; readonly removed?: true }

export type AtDesk = {
  readonly context: ContentContext
  readonly shelf: Shelf
  readonly operator: CurrentOperator
  readonly ip: string
}

/** What visitors read, the newest first. */
export async function published(shelf: Shelf): Promise<Testimonials> {
  return (await inOrder(shelf)).filter(({ status }) => status === 'published')
}

/** The newest change first. */
export async function inOrder(shelf: Shelf): Promise<Testimonials> {
  return (await shelf.read()).toSorted((a, b) => b.changedAt.localeCompare(a.changedAt) || b._id.localeCompare(a._id))
}

export function add(desk: AtDesk, input: Input): Promise<Testimonial> {
  return change(desk, 'content.add', (testimonials) => {
    refuseSame(testimonials, input)
    if (testimonials.length >= contentRules.testimonials) throw new AppError(contentErrors.full)
    const testimonial = stamped(desk, { ...input, _id: uuidv7(), status: 'draft' })
    return { testimonials: [...testimonials, testimonial], testimonial }
  })
}

/** New words must be looked at before they are published again. */
export function edit(desk: AtDesk, id: string, { seen, ...input }: Input & { seen: string }): Promise<Testimonial> {
  return change(desk, 'content.edit', (testimonials) => {
    const before = existing(testimonials, id)
    if (isSame(before, input) && before.consent === input.consent) return { testimonial: before }
    refuseNewer(before, seen)
    refuseSame(
      testimonials.filter((other) => other._id !== id),
      input,
    )
    return swapped(testimonials, before, stamped(desk, { ...before, ...input, status: 'draft' }))
  })
}

export function publish(desk: AtDesk, id: string, seen: string): Promise<Testimonial> {
  return change(desk, 'content.publish', (testimonials) => {
    const before = existing(testimonials, id)
    // Pressed twice, or by two operators at once: it is what they wanted.
    if (before.status === 'published') return { testimonial: before }
    refuseNewer(before, seen)
    return swapped(testimonials, before, stamped(desk, { ...before, status: 'published' }))
  })
}

export function takeBack(desk: AtDesk, id: string): Promise<Testimonial> {
  return change(desk, 'content.take-back', (testimonials) => {
    const before = existing(testimonials, id)
    if (before.status === 'draft') return { testimonial: before }
    return swapped(testimonials, before, stamped(desk, { ...before, status: 'draft' }))
  })
}

export async function remove(desk: AtDesk, id: string): Promise<void> {
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

/** Changes the file and records what became of the one testimonial; a testimonial that did not change leaves no trace. */
async function change(
  { context, shelf, operator, ip }: AtDesk,
  action: string,
  make: (testimonials: Testimonials) => Done,
): Promise<Testimonial> {
  const done = await shelf.replace(make, async (tx, { testimonial, before, removed }) => {
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

function stamped({ operator }: AtDesk, testimonial: Omit<Testimonial, 'changedAt' | 'changedBy'>): Testimonial {
  return { ...testimonial, changedAt: new Date().toISOString(), changedBy: operator.name }
}

function swapped(testimonials: Testimonials, before: Testimonial, testimonial: Testimonial): Done {
  return { testimonials: testimonials.map((other) => (other === before ? testimonial : other)), before, testimonial }
}

function existing(testimonials: Testimonials, id: string): Testimonial {
  const found = testimonials.find((testimonial) => testimonial._id === id)
  if (!found) throw new AppError(commonErrors.notFound)
  return found
}

function refuseNewer(before: Testimonial, seen: string): void {
  if (Date.parse(before.changedAt) !== Date.parse(seen)) throw new AppError(contentErrors.changed)
}

/** Also what makes a second press of "add" harmless. */
function refuseSame(testimonials: Testimonials, input: Input): void {
  if (testimonials.some((testimonial) => isSame(testimonial, input))) throw new AppError(contentErrors.duplicate)
}

const isSame = (a: Input, b: Input): boolean => a.name === b.name && a.about === b.about && a.words === b.words
