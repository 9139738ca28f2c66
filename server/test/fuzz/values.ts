/** The part of JSON Schema that the contract's requests use. */
export type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

export type Random = ReturnType<typeof randomOf>

/** The same numbers for the same seed (a linear congruential generator). */
export function randomOf(seed: number) {
  let state = BigInt(seed)
  const below = (limit: number): number => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n)
    return Number((state >> 33n) % BigInt(limit))
  }
  return {
    below,
    chance: (percent: number): boolean => below(100) < percent,
    pick: <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0],
  }
}

const isFilled = <T>(list: readonly T[]): list is [T, ...T[]] => list.length > 0

const texts = [
  'Asha Rao',
  'Something to read',
  'TCS',
  'INFY',
  'NSE',
  'asha@example.com',
  '9876543210',
  '123456',
  'Lamp-Oil-42',
  'HDFC0000001',
  '123456789012',
  'ABCPD1234E',
  '1234',
  'SD100001',
  '1',
  '50',
  '0.05',
  '100.50',
  'N520000000000002',
  '2026-11-20',
  '2030-01-31',
  '2001-02-28',
  '2026-11-20T10:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
] as const
const passwords = ['Lamp-Oil-42', 'Demo-Pass-1']
/** By the name of the field. */
const named: Readonly<Record<string, readonly string[]>> = {
  password: passwords,
  currentPassword: passwords,
  email: ['asha@demo.example', 'admin@demo.example'],
  stockName: ['TCS', 'INFY'],
  csv: ['reference,client,action,stock,quantity,price,position\nF1,SD100001,BUY,TCS,1,100,'],
  file: ['Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.\n20/11/2026,UPI,520000000001,,500.00'],
}
const numbers = [0, 1, 2, 5, 10, 12, 50, 100, 500, 500.5, 4000, 25_000] as const

export const namedText = (name: string, { below }: Random): string | undefined => {
  const list = named[name] ?? []
  return list[below(list.length || 1)]
}

const oddNumbers = ['-1', '-0', '1e308', '1e999', '1e-9', '0.005', '9007199254740993', '123456789012345']
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '🙂',
  '\u202E\u2066',
  '١٢٣',
  "'; drop table trade; --",
  '%00',
  'x'.repeat(3000),
]
const oddMoments = ['0000-01-01', '2026-02-30', '9999-12-31', '294277-01-01T00:00:00Z', '0000-01-01T00:00:00Z']
const oddParts = ['null', 'true', '[]', '{}', '[[]]', '"\\ud800"', '{"__proto__":1}', 'NaN']
/** JSON texts, some of which no program would write. */
const oddJson = [...oddParts, ...oddNumbers, ...[...oddTexts, ...oddMoments].map((text) => JSON.stringify(text))]

const remembered = 60
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Values of answers, by who received them and the name of their field, so that requests are about records that exist. */
export function memoryOf({ below, chance }: Random) {
  const known = new Map<string, string[]>()
  const add = (name: string, value: string): void => {
    const list = known.get(name) ?? []
    if (!list.includes(value)) known.set(name, [...list, value].slice(-remembered))
  }
  const recall = (name: string): string | undefined => {
    const list = known.get(name) ?? []
    return list[below(list.length || 1)]
  }
  const learn = (owner: string, feature: string, value: unknown, name = 'id'): void => {
    if (Array.isArray(value)) for (const each of value.slice(0, remembered)) learn(owner, feature, each, name)
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) learn(owner, feature, each, key)
    else if (typeof value === 'string' && value.length <= 100) {
      if (uuid.test(value)) add('any id', value)
      add(`${owner} ${name === '_id' ? `${feature}._id` : name}`, value)
    }
  }
  /** Mostly what the parameter's name says (`tradeId`), or something of the same feature; sometimes any id. */
  const id = (owner: string, feature: string, name: string): string | undefined => {
    const all = [`${name.replace(/Id$/, '')}._id`, name, `${feature}._id`, 'queue._id']
    const places = chance(85) ? all.slice(chance(75) ? 0 : below(all.length)) : []
    const found = places.map((place) => recall(`${owner} ${place}`))
    return found.find((each) => each !== undefined && uuid.test(each)) ?? recall('any id')
  }
  return { learn, id, recall: (owner: string, name: string) => recall(`${owner} ${name}`) }
}

export type Sources = {
  readonly random: Random
  readonly memory: ReturnType<typeof memoryOf>
  /** The calls whose answers supply the values. */
  readonly owner: string
}

/** A value that fits the schema, as far as its rules are in the schema. */
export function fitting(schema: JsonSchema, name: string, sources: Sources): unknown {
  const { random } = sources
  const { below, chance, pick } = random
  const inside = (part: JsonSchema, key = name) => fitting(part, key, sources)
  if (schema.const !== undefined) return schema.const
  if (schema.enum && isFilled(schema.enum)) return pick(schema.enum)
  if (schema.anyOf && isFilled(schema.anyOf)) return inside(pick(schema.anyOf))
  const type = Array.isArray(schema.type) ? pick(schema.type as [string]) : (schema.type ?? 'any')
  if (Array.isArray(schema.type) && chance(80)) return pick(numbers)
  if (type === 'number' || type === 'integer') return pick(numbers)
  if (type === 'boolean') return chance(50)
  if (type === 'array') {
    const [least, most] = [schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)]
    return Array.from({ length: least + below(most - least + 1) }, () => inside(schema.items ?? {}))
  }
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    const chosen = fields.filter(([key]) => schema.required?.includes(key) || chance(60))
    return Object.fromEntries(chosen.map(([key, part]) => [key, inside(part, key)]))
  }
  return type === 'string' ? fittingText(schema, name, sources) : pick(texts)
}

function fittingText(schema: JsonSchema, name: string, { random, memory, owner }: Sources): string {
  const { chance, pick } = random
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) =>
    pattern === undefined ? [] : [new RegExp(pattern, 'u')],
  )
  const fits = (text: string | undefined): text is string =>
    text !== undefined &&
    text.length >= (schema.minLength ?? 0) &&
    text.length <= (schema.maxLength ?? Infinity) &&
    patterns.every((pattern) => pattern.test(text))
  const found = [memory.id(owner, name, name), memory.recall(owner, name), ...(named[name] ?? [])].filter(fits)
  if (isFilled(found) && chance(70)) return pick(found)
  const other = texts.filter(fits)
  return isFilled(other) ? pick(other) : pick(texts)
}

type Path = readonly string[]

const placesIn = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]))]
    : [path]

/** The value as JSON, with one part odd, missing or unknown. */
export function oddJsonOf(value: unknown, { below, pick }: Random): string {
  const places = placesIn(value)
  const place = places[below(places.length)] ?? []
  const last = place.at(-1)
  if (last === undefined) return pick(['', '{', 'null', '[]', '"x"', '1e999', '['.repeat(5000), '{"unknown":1}'])
  const copy = structuredClone(value) as Record<string, unknown>
  let holder = copy
  for (const key of place.slice(0, -1)) holder = holder[key] as Record<string, unknown>
  if (below(4) === 0) Reflect.deleteProperty(holder, last)
  else holder[last] = '@odd@'
  const odd = oddJson[below(oddJson.length)] ?? 'null'
  return JSON.stringify(copy).replace('"@odd@"', () => odd)
}

export const oddText = ({ below }: Random): string =>
  [...oddTexts, ...oddMoments, ...oddNumbers][below(oddTexts.length + oddMoments.length + oddNumbers.length)] ?? ''
