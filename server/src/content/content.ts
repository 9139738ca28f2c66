import { contentRefusals, contentRules } from '@sauda/contract/content'
import type { contentCalls, Testimonial } from '@sauda/contract/content'
import type { Body } from '@sauda/contract/call'
import { commonRefusals, Refusal } from '@sauda/contract/refusal'
import { v7 as uuidv7 } from 'uuid'
import type { House } from '../house.ts'
import type { OperatorAtKeyboard } from '../platform/mount.ts'
import type { Change, Shelf } from './shelf.ts'

type Reviews = readonly Testimonial[]
type Input = Body<typeof contentCalls.addTestimonial>
/** What one change did to one review; `before` is absent where it is new, `removed` where it stays. */
type Done = Change & { readonly review: Testimonial; readonly before?: Testimonial; readonly removed?: true }

export type AtDesk = {
  readonly house: House
  readonly shelf: Shelf
  readonly operator: OperatorAtKeyboard
  readonly ip: string
}

/** What visitors read, the newest first. */
export async function published(shelf: Shelf): Promise<Reviews> {
  return (await inOrder(shelf)).filter(({ status }) => status === 'published')
}

/** The newest change first. */
export async function inOrder(shelf: Shelf): Promise<Reviews> {
  return (await shelf.read()).toSorted((a, b) => b.changedAt.localeCompare(a.changedAt) || b._id.localeCompare(a._id))
}

export function add(desk: AtDesk, input: Input): Promise<Testimonial> {
  return change(desk, 'content.add', (reviews) => {
    refuseSame(reviews, input)
    if (reviews.length >= contentRules.testimonials) throw new Refusal(contentRefusals.full)
    const review = stamped(desk, { ...input, _id: uuidv7(), status: 'draft' })
    return { reviews: [...reviews, review], review }
  })
}

/** New words must be looked at before they are published again. */
export function edit(desk: AtDesk, id: string, { seen, ...input }: Input & { seen: string }): Promise<Testimonial> {
  return change(desk, 'content.edit', (reviews) => {
    const before = existing(reviews, id)
    if (isSame(before, input) && before.consent === input.consent) return { review: before }
    refuseNewer(before, seen)
    refuseSame(
      reviews.filter((other) => other._id !== id),
      input,
    )
    return swapped(reviews, before, stamped(desk, { ...before, ...input, status: 'draft' }))
  })
}

export function publish(desk: AtDesk, id: string, seen: string): Promise<Testimonial> {
  return change(desk, 'content.publish', (reviews) => {
    const before = existing(reviews, id)
    // Pressed twice, or by two operators at once: it is what they wanted.
    if (before.status === 'published') return { review: before }
    refuseNewer(before, seen)
    return swapped(reviews, before, stamped(desk, { ...before, status: 'published' }))
  })
}

export function takeBack(desk: AtDesk, id: string): Promise<Testimonial> {
  return change(desk, 'content.take-back', (reviews) => {
    const before = existing(reviews, id)
    if (before.status === 'draft') return { review: before }
    return swapped(reviews, before, stamped(desk, { ...before, status: 'draft' }))
  })
}

export async function remove(desk: AtDesk, id: string): Promise<void> {
  await change(desk, 'content.remove', (reviews) => {
    const before = existing(reviews, id)
    return { reviews: reviews.filter((review) => review !== before), review: before, before, removed: true }
  })
}

/** Changes the file and records what became of the one review; a review that did not change leaves no trace. */
async function change(
  { house, shelf, operator, ip }: AtDesk,
  action: string,
  make: (reviews: Reviews) => Done,
): Promise<Testimonial> {
  const done = await shelf.replace(make, async (tx, { review, before, removed }) => {
    await house.audit(tx, {
      actor: { kind: 'operator', id: operator.id, name: operator.name },
      action,
      subjectId: review._id,
      ...(before && { before: words(before) }),
      ...(!removed && { after: words(review) }),
      ip,
    })
    await house.notify(tx, 'desk', 'content')
  })
  return done.review
}

const words = ({ name, about, words: said, consent, status }: Testimonial) => ({
  name,
  about,
  words: said,
  consent,
  status,
})

function stamped({ operator }: AtDesk, review: Omit<Testimonial, 'changedAt' | 'changedBy'>): Testimonial {
  return { ...review, changedAt: new Date().toISOString(), changedBy: operator.name }
}

function swapped(reviews: Reviews, before: Testimonial, review: Testimonial): Done {
  return { reviews: reviews.map((other) => (other === before ? review : other)), before, review }
}

function existing(reviews: Reviews, id: string): Testimonial {
  const found = reviews.find((review) => review._id === id)
  if (!found) throw new Refusal(commonRefusals.notFound)
  return found
}

function refuseNewer(before: Testimonial, seen: string): void {
  if (Date.parse(before.changedAt) !== Date.parse(seen)) throw new Refusal(contentRefusals.changed)
}

/** Also what makes a second press of "add" harmless. */
function refuseSame(reviews: Reviews, input: Input): void {
  if (reviews.some((review) => isSame(review, input))) throw new Refusal(contentRefusals.duplicate)
}

const isSame = (a: Input, b: Input): boolean => a.name === b.name && a.about === b.about && a.words === b.words
