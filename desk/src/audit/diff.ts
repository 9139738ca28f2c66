export interface Change {
  /** Nested names joined by dots. */
  field: string
  before: string | undefined
  after: string | undefined
}

/** Shown even when unchanged, because they say what the change is about. */
const contextFields = new Set(['document', 'kind'])

export function diffOf(before: unknown, after: unknown): readonly Change[] {
  const old = flatten(before)
  const fresh = flatten(after)
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((field) => ({ field, before: old.get(field), after: fresh.get(field) }))
    .map((change) => (contextFields.has(change.field) && change.after ? { ...change, before: undefined } : change))
    .filter((change) => change.before !== change.after)
}

function flatten(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === undefined || value === null) return path === '' ? into : into.set(path, 'none')
  if (typeof value !== 'object') return into.set(path || 'value', textOf(value))
  const entries = Object.entries(value)
  if (entries.length === 0 && path !== '') return into.set(path, 'none')
  for (const [name, inner] of entries) flatten(inner, path === '' ? name : `${path}.${name}`, into)
  return into
}

function textOf(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return String(value)
}
