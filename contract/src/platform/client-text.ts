import type { Schema } from './call.ts'
import { invalid } from './error.ts'

/** client-text: which texts of operators clients and visitors read, and what these may not say, because fraud begins with it. */

/** `what`: the field, such as `The reason`. */
export const clientTextErrors = {
  upi: (what: string) =>
    invalid(
      `${what}, which clients read, may not contain a UPI ID. Leave it out: clients pay only with the QR code and the link that they see after logging in.`,
    ),
  account: (what: string) =>
    invalid(
      `${what}, which clients read, may not contain an account number or a telephone number of more than 8 digits. Leave it out; references of the client’s own requests are allowed.`,
    ),
  link: (what: string) =>
    invalid(
      `${what}, which clients read, may not contain a link to another website. Leave it out, or name our own address.`,
    ),
  secret: (what: string) =>
    invalid(
      `${what}, which clients read, may not ask for a code, a PIN or a password. Our staff never need one. Remove the sentence.`,
    ),
} as const
export type ClientTextFault = keyof typeof clientTextErrors

const marked = new WeakSet<Schema>()

/**
 * Marks a field of a body as text that a client or visitor reads: the server checks it before the call is answered. Mark the
 * text itself, with all its checks, because a further check makes another schema of it.
 */
// @__NO_SIDE_EFFECTS__
export function forClients<S extends Schema>(schema: S): S {
  marked.add(schema)
  return schema
}

export type TextField = {
  /** Names from the body to the field; an item of a list has none. */
  readonly path: readonly string[]
  readonly schema: Schema
  readonly isForClients: boolean
}

type Parts = {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly options?: readonly Schema[]
} & { readonly [Name in 'element' | 'innerType' | 'in' | 'left' | 'right' | 'valueType']?: Schema }

/** Every field of a body or query that takes text; `schema` is what its whole value must fit. */
export function textFields(schema: Schema, path: readonly string[] = []): TextField[] {
  const {
    type,
    shape = {},
    options = [],
    element,
    innerType,
    left,
    right,
    valueType,
    ...rest
  } = schema._zod.def as unknown as Parts
  if (type === 'string') return [{ path, schema, isForClients: marked.has(schema) }]
  const parts = [...options, element, innerType, rest.in, left, right, valueType].flatMap((part) =>
    part ? textFields(part, path) : [],
  )
  const isChecked = type === 'pipe' || type === 'union'
  return [
    ...Object.entries(shape).flatMap(([name, field]) => textFields(field, [...path, name])),
    ...(isChecked ? parts.map((part) => (part.path === path ? { ...part, schema } : part)) : parts),
  ]
}

const capitals: Readonly<Record<string, string>> = { pan: 'PAN', aadhaar: 'Aadhaar', upi: 'UPI' }
/** `upiName` is "The UPI name". */
export const fieldName = (path: readonly string[]): string =>
  `The ${path
    .flatMap((name) => name.split(/(?=[A-Z])/))
    .map((word) => capitals[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ')}`

export type ClientText = {
  /** The field, such as `The reason`. */
  readonly what: string
  readonly text: string
}

const fieldsOfSchemas = new WeakMap<Schema, readonly TextField[]>()

/** The texts of a valid body that clients read. */
export function clientTextsOf(schema: Schema, body: unknown): ClientText[] {
  let fields = fieldsOfSchemas.get(schema)
  if (!fields) fieldsOfSchemas.set(schema, (fields = textFields(schema).filter(({ isForClients }) => isForClients)))
  return fields.flatMap(({ path }) => textsAt(body, path).map((text) => ({ what: fieldName(path), text })))
}

function textsAt(value: unknown, [name, ...path]: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsAt(item, name === undefined ? [] : [name, ...path]))
  if (name === undefined) return typeof value === 'string' && value !== '' ? [value] : []
  return typeof value === 'object' && value !== null ? textsAt((value as Record<string, unknown>)[name], path) : []
}

/** The errors of a call, by the first field that clients read. */
export const clientTextErrorsOf = (schema: Schema) =>
  textFields(schema)
    .filter(({ isForClients }) => isForClients)
    .slice(0, 1)
    .flatMap(({ path }) => Object.values(clientTextErrors).map((error) => error(fieldName(path))))
