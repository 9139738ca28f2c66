import { expect, test } from 'vitest'
import { withoutNetwork } from '../test/inject.ts'
import { newOperator } from '../test/operator.ts'
import { testServer } from '../test/server.ts'

const server = withoutNetwork(await testServer({ RATE_LIMITS: 'off' }))
const client = await server.newClient()
const admin = await newOperator(server, 'admin')

type Operation = {
  operationId: string
  'x-who': string
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }
  responses: Record<string, { content?: object }>
}
const { body: document } = await server.call('GET', '/openapi.json')
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, string, string, Operation] => [
    operation.operationId,
    method.toUpperCase(),
    path.replace('{document}', 'pan').replace(/\{\w+\}/g, client.id),
    operation,
  ]),
)
// A logout ends the session the rest is asked with, and a stream does not end.
const isStream = ({ responses }: Operation) => 'text/event-stream' in (responses['200']?.content ?? {})
const asked = operations.filter(([name, , , operation]) => !name.endsWith('.logout') && !isStream(operation))

const oddValues = [null, true, -1, 1e308, '', '\0', 'a\0b', '\ud800', '\u202ex', 'x'.repeat(5000), [], ['a'], { a: 1 }]
const oddBodies = ['', '{', 'null', '[]', '"x"', '1e999', '\0', '['.repeat(20_000), JSON.stringify('x'.repeat(70_000))]
const oddTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'odd', '']
const oddTexts = ['', '%00', 'a%00b', '%F0%9F%99%82', 'x'.repeat(5000), '-1', '%25', 'a&to=b&search=b&action=b']

test.each(asked)('%s answers odd requests as its documentation says', async (_name, method, path, operation) => {
  const who = operation['x-who']
  const token = who === 'anyone' ? {} : { token: who === 'client' || who === 'verified' ? client.token : admin.token }
  const fields = Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {})
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query')
  const requests: [string, Parameters<typeof server.call>[2]][] = [
    ...queries.flatMap(({ name }) => oddTexts.map((text): [string, object] => [`${path}?${name}=${text}`, {}])),
    ...(method === 'GET' ? [] : oddBodies.map((body): [string, object] => [path, { body }])),
    ...(method === 'GET'
      ? []
      : oddTypes.map((type): [string, object] => [path, { body: '{', headers: { 'content-type': type } }])),
    ...fields.flatMap((field) => oddValues.map((value): [string, object] => [path, { body: { [field]: value } }])),
  ]
  const wrong: unknown[] = []
  for (const [address, options] of requests) {
    const { status, body } = await server.call(method, address, { ...token, ...options })
    const declared = status < 500 && String(status) in operation.responses
    const told = status < 400 || (body.status === status && typeof body.message === 'string')
    if (!declared || !told) wrong.push({ address, options, status, body })
  }
  expect(wrong).toEqual([])
})
