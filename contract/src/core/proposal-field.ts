import type { Right } from '../platform/call.ts'
import type { QueueKind } from './queue.ts'

/** The types of the fields of a proposal, and how they are stored. */

/** Records that a proposal names: stored as their ids, shown by name with a link to this address of the desk. */
export const subjects = {
  client: '/clients/',
  operator: '/operators',
  request: '/wallet/',
  charge: '/charge/',
  loan: '/loan/',
  trade: '/trade/',
  line: '/reconciliation/',
  statement: '/reconciliation/import',
  template: '/templates',
  bankAccount: '/books/accounts',
  batch: '/payouts/',
  instrument: '/trade/instruments',
  import: '/clients/import/',
  shortage: '/trade/settlement',
  action: '/trade/actions',
} as const
export const addressOf = (subject: Subject, id: string): string => {
  const path: string = subjects[subject]
  return path.endsWith('/') ? path + id : path
}
export type Subject = keyof typeof subjects

/** Values as they are stored. */
type Stored = Record<Subject, string> & {
  text: string
  /** A word of a list; `words` has its labels. */
  word: string
  list: readonly string[]
  rupees: number | string
  number: number | string
  percent: number | string
  yesNo: boolean
  date: string
  moment: string
  photo: string
  /** A hash: shown shortened. */
  hash: string
  /** Encrypted: what it holds is shown by the kind's own function. */
  sealed: string
}
export type LeafType = keyof Stored

type Leaf = {
  readonly type: LeafType
  readonly label: string
  readonly words?: Readonly<Record<string, string>>
}
/** Fields stored as an object of their own; with `many` as a list of such objects. */
type Group = { readonly type: 'group' | 'rows'; readonly label: string; readonly fields: Fields }
export type Field = (Leaf | Group) & { readonly optional?: true }
export type Fields = { readonly [name: string]: Field }

type Required<F extends Fields> = { [Name in keyof F]: F[Name] extends { optional: true } ? never : Name }[keyof F]
type ValueOf<F extends Field> = F extends { type: 'group'; fields: infer Own extends Fields }
  ? PayloadOf<Own>
  : F extends { type: 'rows'; fields: infer Own extends Fields }
    ? readonly PayloadOf<Own>[]
    : F extends { type: infer T extends LeafType; words: infer Words }
      ? T extends 'word'
        ? keyof Words
        : Stored[T]
      : F extends { type: infer T extends LeafType }
        ? Stored[T]
        : never
/** The stored payload of these fields. */
export type PayloadOf<F extends Fields> = { readonly [Name in Required<F>]: ValueOf<F[Name]> } & {
  readonly [Name in Exclude<keyof F, Required<F>>]?: ValueOf<F[Name]> | undefined
}

/** Given as the first of two forms of an object, only if it has no field that the second lacks. */
export type Exactly<Given, Wanted> = Given extends readonly unknown[] | string | number | boolean | null | undefined
  ? Given
  : { [Name in keyof Given]: Name extends keyof Wanted ? Exactly<Given[Name], NonNullable<Wanted[Name]>> : never }

export const field = <T extends LeafType>(type: T, label: string) => ({ type, label })
export const word = <const W extends Readonly<Record<string, string>>>(label: string, words: W) => ({
  type: 'word' as const,
  label,
  words,
})
export const group = <const F extends Fields>(label: string, fields: F) => ({ type: 'group' as const, label, fields })
export const rows = <const F extends Fields>(label: string, fields: F) => ({ type: 'rows' as const, label, fields })
export const optional = <const F extends Field>(given: F): F & { readonly optional: true } => ({
  ...given,
  optional: true,
})
/** Every field may be absent: only what changes is stored. */
export const changes = <const F extends Fields>(label: string, fields: F) =>
  group(
    label,
    Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, optional(each)])) as {
      readonly [Name in keyof F]: F[Name] & { readonly optional: true }
    },
  )

export const clientId = field('client', 'Client')
export const reason = field('text', 'Reason')
/** Its bytes are stored under the hash. */
export const sentFile = { name: field('text', 'File'), sha256: field('hash', 'Hash of the file') }

/** Keeps the fields of the table only, so that nothing is stored that a review does not show. */
export function onlyFields(fields: Fields, payload: object): Record<string, unknown> {
  const given = payload as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, each]) => {
      const value = given[name]
      if (value === undefined) return []
      if (each.type === 'group') return [[name, onlyFields(each.fields, value as object)]]
      if (each.type === 'rows') return [[name, (value as object[]).map((row) => onlyFields(each.fields, row))]]
      return [[name, value]]
    }),
  )
}

/** A kind of proposal, as the table of all kinds lists it. */
export type Kind = {
  readonly queue: QueueKind
  readonly title: string
  readonly fields: Fields
  /** The right of its maker, if not that of the queue. */
  readonly makers?: Right
  /** What it would use, by the field that names it: nothing else can use it while the proposal waits. A command adds what only it knows. */
  readonly uses?: { readonly [What in Used]?: string }
}
/**
 * What a proposal can use, of which there is one: a bank line, a request, a receipt to be returned, a lot, a settlement, a UCC, a contract
 * note, a share in a corporate action, or a booked action.
 */
export type Used = 'line' | 'request' | 'receipt' | 'lot' | 'settlement' | 'code' | 'note' | 'share' | 'action'
