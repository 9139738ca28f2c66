import { createHash } from 'node:crypto'
import { approvalErrors } from '@sauda/contract/core/approval'
import { paysDues } from '@sauda/contract/core/ledger'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import { formatRupees, rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { proposalKinds } from '@sauda/contract/core/proposal-kinds'
import type { Payload, ProposalKind } from '@sauda/contract/core/proposal'
import {
  addressOf,
  type Field,
  type Fields,
  type LeafType,
  type Subject,
  subjects,
} from '@sauda/contract/core/proposal-field'
import {
  type Effect,
  type Evidence,
  type Fact,
  reviewErrors,
  type Shown,
  type ShownField,
} from '@sauda/contract/core/proposal-review'
import type { CaseWarning } from '@sauda/contract/core/queue'
import { core } from 'zod/mini'
import type { Sql } from '../../platform/db.ts'
import { dateText, momentText } from '../../platform/india.ts'
import { selectNames } from './approval.sql.ts'

// The second operator's review: every field of the table in the contract, and the facts of the kind's own function.

type Partly<T> = T extends readonly unknown[] | string | number | boolean
  ? T
  : { readonly [Name in keyof T]?: Partly<NonNullable<T[Name]>> | undefined }

/** The facts that a kind adds to its fields, if any. */
export type Described<K extends ProposalKind> = {
  /** The present values of the fields that the proposal changes. */
  readonly before?: Partly<Payload<K>>
  /** A stored field that `before` shows beside what replaces it. */
  readonly replaced?: 'before'
  /** The text of a field that is stored encrypted, by its name. */
  readonly opened?: Readonly<Record<string, string>>
  readonly effects?: readonly Effect[]
  readonly evidence?: readonly Evidence[]
  /** Why it cannot be carried out now, although it can be shown. */
  readonly obstacle?: ErrorDefinition | undefined
}

export type Review = {
  readonly version: string
  readonly fields: ShownField[]
  readonly effects: Effect[]
  readonly evidence: Evidence[]
  /** Whether it shows a field that is stored encrypted. */
  readonly showsEncrypted: boolean
  /** Why it cannot be carried out now. */
  readonly fault?: AppError
}

type Given<K extends ProposalKind> = {
  readonly kind: K
  readonly payload: Payload<K>
  readonly warnings: readonly CaseWarning[]
  readonly describe: (() => Promise<Described<K>> | undefined) | undefined
  /** Throws what prevents the decision now. */
  readonly attempt: (() => Promise<unknown>) | undefined
}

type Seen = {
  /** The fields, without amounts as bigint. */
  readonly stored: object
  readonly evidence: readonly { readonly id: string }[]
  readonly warnings: readonly CaseWarning[]
}

export const severe = (warnings: readonly CaseWarning[]) => warnings.filter(({ severity }) => severity === 'high')

/** Changes with the stored fields, the ids of the evidence and the severe warnings, such as a frozen login. */
export function versionOf({ stored, evidence, warnings }: Seen): string {
  const seen = { stored, evidence: evidence.map(({ id }) => id), warnings: severe(warnings) }
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url')
}

/** `seen`: the version that the operator read; undefined if the caller read none. */
export function requireSeen(version: string, seen: string | undefined): void {
  if (seen !== undefined && seen !== version) throw new AppError(reviewErrors.changed)
}

export async function reviewOf<K extends ProposalKind>(
  sql: Sql,
  { kind, payload, warnings, describe, attempt }: Given<K>,
): Promise<Review> {
  let described: Described<K> = {}
  let fault: AppError | undefined
  try {
    described = (await describe?.()) ?? {}
    await attempt?.()
  } catch (error) {
    // Reasons that prevent the decision now are part of the review.
    if (error instanceof AppError) fault = error
    else if (error instanceof core.$ZodError) fault = new AppError(approvalErrors.outdated)
    else throw error
  }
  const { before = {}, replaced, opened = {}, effects = [], evidence = [], obstacle } = described
  if (obstacle) fault = new AppError(obstacle)
  const fields: Fields = Object.fromEntries(
    Object.entries(proposalKinds[kind].fields).filter(([name]) => name !== replaced),
  )
  const names = await namesOf(sql, fields, [payload, before])
  const photos = new Set(evidence.flatMap(({ type, id }) => (type === 'photo' ? [id] : [])))
  const shown = shownFields(fields, { before, after: payload }, { names, opened, photos })
  return {
    version: versionOf({ stored: { kind, payload, shown }, evidence, warnings }),
    fields: shown,
    effects: [...effects],
    evidence: [...evidence],
    showsEncrypted: Object.keys(opened).length > 0,
    ...(fault && { fault }),
  }
}

/** The JSON form of a field. */
type Stored = string | number | boolean | readonly Stored[] | { readonly [name: string]: Stored | undefined }
type Values = Readonly<Record<string, Stored | undefined>>
type Names = ReadonlyMap<string, Shown>
type Texts = {
  readonly names: Names
  readonly opened: Readonly<Record<string, string>>
  /** Fields that are part of the evidence. */
  readonly photos: ReadonlySet<string>
}

const textOf = (value: Stored): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const isSubject = (type: string): type is Subject => Object.hasOwn(subjects, type)

function* idsIn(fields: Fields, values: Values): Generator<[Subject, string]> {
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (value === undefined) continue
    if (field.type === 'group') yield* idsIn(field.fields, value as Values)
    else if (field.type === 'rows') for (const row of value as Values[]) yield* idsIn(field.fields, row)
    else if (isSubject(field.type)) yield [field.type, textOf(value)]
  }
}

async function namesOf(sql: Sql, fields: Fields, all: readonly object[]): Promise<Names> {
  const wanted = all.flatMap((values) => [...idsIn(fields, values as Values)])
  const found = new Map<string, Shown>()
  for (const subject of new Set(wanted.map(([each]) => each))) {
    const ids = wanted.filter(([each]) => each === subject).map(([, id]) => id)
    for (const row of await selectNames(sql, subject, [...new Set(ids)])) {
      const text = row.amount === null ? row.text : `${row.text}, ${formatRupees(row.amount)}`
      found.set(row.id, { text, to: addressOf(row.subject, row.id) })
    }
  }
  return found
}

type Sides = { readonly before: object; readonly after: object }

function shownFields(fields: Fields, { before, after }: Sides, texts: Texts, part?: string): ShownField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const [old, fresh] = [before, after].map((side) => (side as Values)[name])
    if (fresh === undefined) return []
    const label = { ...(part !== undefined && { part }), label: field.label }
    if (field.type === 'group')
      return shownFields(field.fields, { before: (old ?? {}) as object, after: fresh as object }, texts, field.label)
    if (field.type === 'rows')
      return ((fresh ?? []) as object[]).flatMap((row, at) =>
        shownFields(field.fields, { before: {}, after: row }, texts, `${field.label} ${at + 1}`),
      )
    const both = {
      // Present values of a kind's own function are never encrypted.
      ...(old !== undefined && {
        before: field.type === 'sealed' ? { text: textOf(old) } : shownValue(name, field, old, texts),
      }),
      after: shownValue(name, field, fresh, texts),
    }
    return [{ ...label, ...both }]
  })
}

function shownValue(name: string, field: Field, value: Stored, { names, opened, photos }: Texts): Shown {
  const text = opened[name]
  if (text !== undefined) return { text }
  if (field.type === 'photo' && photos.has(textOf(value))) return { text: 'Photo, shown below' }
  if (isSubject(field.type)) return names.get(textOf(value)) ?? { text: `Not found: ${textOf(value)}` }
  const words = 'words' in field ? field.words : undefined
  const labelOf = (each: string) => words?.[each] ?? each
  if (Array.isArray(value))
    return { text: value.length === 0 ? 'None' : value.map((each) => labelOf(textOf(each as Stored))).join(' | ') }
  const format = formats[field.type as keyof typeof formats]
  return { text: (format ?? labelOf)(textOf(value)) || 'Empty' }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const formats: Partial<Record<LeafType, (value: string) => string>> = {
  rupees: (value) => rupeesText(Number(value)),
  percent: (value) => `${value}%`,
  yesNo: (value) => (value === 'true' ? 'Yes' : 'No'),
  date: (value) => dateText(value),
  moment: (value) => `${momentText(new Date(value))} IST`,
  photo: (value) => `Photo ${value}`,
  hash: (value) => value.slice(0, 16),
  sealed: (value) => `Encrypted, SHA-256 ${hashOf(value)}`,
}

/** Lines of evidence, without those that have no value. */
export const factsOf = (facts: Readonly<Record<string, string | Shown | undefined>>): Fact[] =>
  Object.entries(facts).flatMap(([label, value]) =>
    value === undefined ? [] : [{ label, value: typeof value === 'string' ? { text: value } : value }],
  )

/** The first and the last rows of a long list. */
export function sampleOf<Row>(rows: readonly Row[], most = 10) {
  const isLong = rows.length > 2 * most
  return {
    rows: isLong ? rows.slice(0, most) : [...rows],
    skipped: isLong ? rows.length - 2 * most : 0,
    last: isLong ? rows.slice(-most) : [],
  }
}

export const clientShown = (client: {
  readonly clientId: string
  readonly clientName: string
  readonly saudaId: string
}): Shown => ({
  text: `${client.clientName}, ${client.saudaId}`,
  to: addressOf('client', client.clientId),
})

type BalanceChange = {
  readonly client: { readonly clientId: string; readonly name: string }
  readonly paise: bigint
  /** What the client owes for executed trades, which the change pays first. */
  readonly dues: bigint
  /** Dues that it had paid and that are owed again. */
  readonly owedAgain?: bigint
}

/** What a change of a client's balance does. */
export function balanceEffects({ client, paise, dues, owedAgain = 0n }: BalanceChange): Effect[] {
  const paid = paysDues(paise, dues)
  const to = addressOf('client', client.clientId)
  return (
    [
      ['Balance', paise - paid],
      ['Dues', owedAgain - paid],
    ] as const
  ).flatMap(([figure, change]) =>
    change === 0n ? [] : [{ account: { text: `${figure} of ${client.name}`, to }, amount: rupeesOf(change) }],
  )
}
