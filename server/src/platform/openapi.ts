import { clientTextErrorsOf } from '@sauda/contract/platform/client-text'
import type { Call } from '@sauda/contract/platform/call'
import { commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import * as z from 'zod/mini'

type Features = Readonly<Record<string, Readonly<Record<string, Call>>>>

/** OpenAPI 3.1 of every call of the contract. */
export function openApi(
  features: Features,
  about: { title: string; version: string; server: string },
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [feature, calls] of Object.entries(features)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(feature, name, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version },
    servers: [{ url: about.server }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['message', 'status'],
          properties: {
            message: { type: 'string' },
            status: { type: 'integer' },
            need: { type: 'string' },
            from: { type: 'string' },
            passkey: { type: 'object' },
          },
        },
      },
    },
    paths,
  }
}

const operation = (feature: string, name: string, call: Call) => ({
  operationId: `${feature}.${name}`,
  tags: [feature],
  summary: call.does,
  'x-who': call.who,
  ...(call.alsoFor && { 'x-also-for': call.alsoFor }),
  ...(call.who !== 'anyone' && { security: [{ bearer: [] }] }),
  parameters: [...pathParameters(call), ...queryParameters(call)],
  ...requestBody(call),
  responses: { 200: success(call), ...failures(call), ...also(call) },
})

const pathParameters = (call: Call) =>
  [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const allowed = call.words?.[name]
    const isText = call.words !== undefined && name in call.words
    return {
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', ...(allowed && { enum: allowed }), ...(!isText && { format: 'uuid' }) },
    }
  })

function queryParameters(call: Call) {
  if (!call.query) return []
  const { properties = {}, required = [] } = jsonSchema(call.query, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function requestBody(call: Call) {
  const body = (type: string, schema: unknown) => ({ requestBody: { required: true, content: { [type]: { schema } } } })
  const files: NonNullable<Call['images']> = call.csv === undefined ? (call.images ?? {}) : { [call.csv]: 'required' }
  const fields = Object.keys(files)
  const texts = call.body && (jsonSchema(call.body, 'input') as { properties?: object })
  if (fields.length === 0) return texts ? body('application/json', texts) : {}
  return body('multipart/form-data', {
    type: 'object',
    properties: {
      ...Object.fromEntries(fields.map((field) => [field, { type: 'string', format: 'binary' }])),
      ...texts?.properties,
    },
    required: fields.filter((field) => files[field] === 'required'),
  })
}

function success(call: Call) {
  if (call.reply === 'image')
    return { description: 'The picture', content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } }
  if (call.reply === 'page')
    return { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } }
  if (call.reply === 'file')
    return { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (call.reply === 'events')
    return { description: 'A stream of events', content: { 'text/event-stream': { schema: { type: 'string' } } } }
  return { description: 'Done', content: { 'application/json': { schema: jsonSchema(call.reply, 'output') } } }
}

const also = (call: Call) => Object.fromEntries((call.alsoStatus ?? []).map((status) => [status, success(call)]))

/** Every error of the call, with the messages of one status together. */
function failures(call: Call) {
  const { tooMany, fault, busy, notJson, tooLarge, wrongType } = commonErrors
  const errors: ErrorDefinition[] = [...(call.errors ?? []), tooMany, fault, busy]
  if (call.body) errors.push(...clientTextErrorsOf(call.body))
  if (call.body) errors.push({ status: 400, message: 'A message naming the first error of the body' })
  if (call.query) errors.push({ status: 400, message: 'A message naming the first error of the query' })
  if (call.method !== 'GET' && !call.images && call.csv === undefined) errors.push(notJson, tooLarge, wrongType)
  if (call.who !== 'anyone') errors.push(commonErrors.notSignedIn)
  if (call.who === 'verified') errors.push(commonErrors.notVerified)
  if (call.who.includes('.')) errors.push(commonErrors.noRight, ...(call.reads ? [] : [commonErrors.ownAccount]))
  if (call.path.includes(':')) errors.push(commonErrors.notFound)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    Object.entries(Object.groupBy(errors, ({ status }) => String(status))).map(([status, group = []]) => [
      status,
      { description: [...new Set(group.map(({ message }) => message))].join(' · '), content },
    ]),
  )
}

function jsonSchema(schema: NonNullable<Call['body']>, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
