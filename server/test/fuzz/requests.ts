import sharp from 'sharp'
import type { CallerSession } from './callers.ts'
import type { Operation } from './operations.ts'
import { fitting, namedText, oddJsonOf, oddText, type JsonSchema, type Sources } from './values.ts'

export type Request = {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | FormData | undefined
}

/** A request of the operation about records its caller has seen, sometimes with something odd in it. */
export async function requestOf(
  operation: Operation,
  caller: CallerSession | undefined,
  sources: Sources,
): Promise<Request> {
  const { random, memory, owner } = sources
  const { chance } = random
  const own = caller && chance(80) ? caller.id : undefined
  const parameter = (name: string, schema: JsonSchema): string => {
    if (chance(8)) return oddText(random)
    if (schema.enum) return String(fitting(schema, name, sources))
    if (name === 'userId' && own !== undefined) return own
    return memory.id(owner, operation.feature, name) ?? String(fitting(schema, name, sources))
  }
  let { path } = operation
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of operation.parameters) {
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(parameter(name, schema) || 'x'))
    else if (chance(50)) query.set(name, chance(20) ? oddText(random) : String(fitting(schema, name, sources)))
  }
  const headers: Record<string, string> = {}
  if (caller) headers['authorization'] = `Bearer ${caller.token}`
  if (chance(10)) headers['idempotency-key'] = chance(90) ? `fuzz-key-${random.below(50)}` : 'short'
  const body = operation.form ? await form(operation.form, sources) : json(operation, own, sources)
  if (typeof body === 'string') headers['content-type'] = chance(3) ? 'text/plain' : 'application/json'
  return { path: query.size > 0 ? `${path}?${String(query)}` : path, headers, body }
}

function json({ json: schema, name }: Operation, own: string | undefined, sources: Sources): string | undefined {
  if (!schema) return undefined
  const value = fitting(schema, name, sources) as Record<string, unknown>
  for (const key of own === undefined ? [] : ['id', 'userId']) if (key in value) value[key] = own
  return sources.random.chance(40) ? oddJsonOf(value, sources.random) : JSON.stringify(value)
}

let picture: Promise<Buffer> | undefined
const makePicture = () =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()

/** Each field a photo, or lines of CSV if that is what the field takes; sometimes the wrong one, or none. */
async function form({ properties = {} }: JsonSchema, { random }: Sources): Promise<FormData> {
  const data = new FormData()
  for (const field of Object.keys(properties)) {
    if (random.chance(10)) continue
    const text = namedText(field, random) ?? (random.chance(20) ? oddText(random) : undefined)
    const bytes = text === undefined || random.chance(10) ? await (picture ??= makePicture()) : Buffer.from(text)
    const type = text === undefined ? 'image/jpeg' : 'text/csv'
    data.append(field, new Blob([new Uint8Array(bytes)], { type }), `${field}.file`)
  }
  return data
}
