import { isNightly } from './often.ts'

const numbers = [
  '-1',
  '0',
  '-0',
  '1e308',
  '1e999',
  '1e-9',
  '0.005',
  '9007199254740993',
  '123456789012345',
  '99999999999',
]
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '🙂',
  '\u202Ex',
  '\u202E\u2066',
  '١٢٣',
  '𝟙𝟚',
  "'; drop table trade; --",
  'NaN',
  '%00',
  '{}',
  'x'.repeat(5000),
]
const days = [
  '0000-01-01',
  '0001-01-01',
  '2026-02-30',
  '9999-12-31',
  '-1000-01-01',
  '294277-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
]
const ids = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff']
/** JSON texts, some of which no program would write. */
const oddJson = [
  'null',
  'true',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '["a"]',
  '{"a":1}',
  '"\\ud800"',
  '{"__proto__":1}',
  'NaN',
  ...numbers,
  ...[...texts, ...days, ...ids].map((text) => JSON.stringify(text)),
]

/** In `npm test` only every eleventh value for a field and every sixth for a call, where neighbours get different ones; all of them in `npm run nightly`. */
const part = <T>(values: readonly T[], start: number, every: number): T[] =>
  values.filter((_, n) => isNightly || (n + start) % every === 0)

type Path = readonly (string | number)[]

/** Every value in it, and every part that holds some; of a list the first two, because its items are of one kind. */
function places(value: unknown, path: Path = []): Path[] {
  const all = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const inside = Array.isArray(value) ? all.slice(0, 2) : all
  const key = (name: string) => (Array.isArray(value) ? Number(name) : name)
  return [...(path.length > 0 ? [path] : []), ...inside.flatMap(([name, part]) => places(part, [...path, key(name)]))]
}

/** The body as JSON, with something else in that place. */
export function withOddValue(body: unknown, path: Path, json: string): string {
  const copy: unknown = structuredClone(body)
  let holder = copy as Record<string | number, unknown>
  for (const name of path.slice(0, -1)) holder = holder[name] as typeof holder
  holder[path.at(-1) ?? ''] = '@here@'
  return JSON.stringify(copy).replace('"@here@"', () => json)
}

/** Every place of the body, with values that are odd there. */
export const oddPlaces = (body: unknown, start: number): { path: Path; json: string }[] =>
  places(body).flatMap((path, n) => part(oddJson, n + start, 11).map((json) => ({ path, json })))

const oddValues = [null, true, -1, 1e308, '', '\0', 'a\0b', '\ud800', '\u202ex', 'x'.repeat(5000), [], ['a'], { a: 1 }]
const oddBodies = ['', '{', 'null', '[]', '"x"', '1e999', '\0', '['.repeat(20_000), JSON.stringify('x'.repeat(70_000))]
const oddTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'odd', '']
const oddTexts = ['', '%00', 'a%00b', '%F0%9F%99%82', 'x'.repeat(5000), '-1', '%25', 'a&to=b&search=b&action=b']

type OddRequest = { readonly query?: string; readonly body?: unknown; readonly headers?: Record<string, string> }

/** Requests of which something is odd as a whole: a query, the only field of the body, or, read the same way for every call, the body and its type. */
export const oddRequests = (
  method: string,
  queries: readonly string[],
  fields: readonly string[],
  start: number,
): OddRequest[] => [
  ...queries.flatMap((name) => oddTexts.map((text) => ({ query: `?${name}=${text}` }))),
  ...(method === 'GET' ? [] : part(oddBodies, start, 6).map((body) => ({ body }))),
  ...(method === 'GET'
    ? []
    : part(oddTypes, start, 6).map((type) => ({ body: '{', headers: { 'content-type': type } }))),
  ...fields.flatMap((field) => oddValues.map((value) => ({ body: { [field]: value } }))),
]
