import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from './values.ts'

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export type ApiDocument = {
  readonly components: object
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string
            readonly tags: readonly string[]
            readonly 'x-who': string
            readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[]
            readonly requestBody?: { readonly content: Content }
            readonly responses: Readonly<Record<string, { readonly content: Content }>>
          }
        >
      >
    >
  >
}

type Expected = { readonly type: string; readonly accepts: ValidateFunction }

export type Operation = {
  readonly name: string
  readonly feature: string
  readonly who: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[]
  readonly json: JsonSchema | undefined
  readonly form: JsonSchema | undefined
  readonly responses: ReadonlyMap<number, Expected>
}

/** Every operation of an OpenAPI document, with its schemas compiled. */
export function operationsOf(document: ApiDocument): readonly Operation[] {
  // The patterns that accompany the formats are stricter.
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', components: document.components })
  const compile = (schema: object) => ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')))
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = operation.requestBody?.content ?? {}
      const responses = Object.entries(operation.responses).map(([status, response]): [number, Expected] => {
        const [type, { schema }] = Object.entries(response.content)[0] ?? ['', { schema: {} }]
        return [Number(status), { type, accepts: compile(schema) }]
      })
      return {
        name: operation.operationId,
        feature: operation.tags[0] ?? '',
        who: operation['x-who'],
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters,
        json: content['application/json']?.schema,
        form: content['multipart/form-data']?.schema,
        responses: new Map(responses),
      }
    }),
  )
}

type Answer = { readonly status: number; readonly type: string; readonly body: unknown }

/** The difference of an answer from its documentation, if any. */
export function difference({ responses }: Operation, { status, type, body }: Answer): string | undefined {
  const expected = responses.get(status)
  if (status === 500) return 'status 500'
  if (!expected) return `status ${status} is not documented`
  if (!type.startsWith(expected.type.replace(/\*.*/, ''))) return `${type} instead of ${expected.type}`
  if (expected.type !== 'application/json' || expected.accepts(body)) return undefined
  const [error] = expected.accepts.errors ?? []
  return `body of ${status}: ${error?.instancePath ?? ''} ${error?.message ?? 'does not fit its schema'}`
}
