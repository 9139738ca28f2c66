import { readFileSync } from 'node:fs'
import type { Call, Schema } from '@sauda/contract/platform/call'
import { features } from '@sauda/contract/calls'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'

/** The page runs no script. */
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The API documentation as a page, generated from the contract like `/api/openapi.json`. */
export function docsPages(http: FastifyInstance, { brandName, version }: Config): void {
  // Rendered at the first request, as the document is.
  let page: string | undefined
  const style = readFileSync(new URL('docs.css', import.meta.url), 'utf8')
  http.get('/api/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send((page ??= pageOf(brandName, version))),
  )
  http.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
}

function pageOf(brandName: string, version: string): string {
  const names = Object.keys(features)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${html(brandName)}</title>
<link rel="stylesheet" href="/api/docs.css">
<h1>${html(brandName)} API</h1>
<p>Version ${html(version)}. JSON in and out, below <code>/api</code>. For machines: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>Logged-in callers send <code>Authorization: Bearer</code> and the token of the login. An error is
<code>{"message", "status"}</code>; its message is meant for the person at the screen.</p>
<nav aria-label="Features">${names.map((name) => `<a href="#${name}">${name}</a>`).join('')}</nav>
<main>
${names.map((name) => section(name, Object.values(features[name] ?? {}))).join('\n')}
</main>
</html>
`
}

const section = (feature: string, calls: readonly Call[]): string =>
  `<section><h2 id="${feature}">${feature}</h2>\n${calls.map(article).join('\n')}</section>`

function article(call: Call): string {
  const lines = [
    ...fields('query', call.query),
    ...fields('body', call.body),
    ...Object.entries(call.images ?? {}).map(([name, how]) => line('form', `${name} (photo, ${how})`)),
    ...(call.csv === undefined ? [] : [line('form', `${call.csv} (CSV file)`)]),
    ...(typeof call.reply === 'string'
      ? [line('answer', call.reply === 'events' ? 'a stream of server-sent events' : 'an image')]
      : fields('answer', call.reply)),
    ...(call.errors ?? []).map(({ status, message }) => line(String(status), html(message))),
  ]
  return `<article><h3><code>${call.method} /api${html(call.path)}</code></h3>
<p class="who">${who(call)}</p>
<p>${html(call.does)}</p>
<dl>${lines.join('')}</dl></article>`
}

function who({ who, whenRevoked, alsoFor }: Call): string {
  if (who === 'anyone') return 'Anyone'
  if (who === 'client') return 'A logged-in client'
  if (who === 'verified')
    return `A client whose documents are verified${whenRevoked ? ', or were before the verification was revoked' : ''}`
  return who === 'operator' ? 'Any operator' : `An operator with the right ${who}${alsoFor ? ` or ${alsoFor}` : ''}`
}

const line = (term: string, description: string) => `<dt>${term}</dt><dd>${description}</dd>`

/** The field names of an object, optional ones marked; for any other schema its type. */
function fields(term: string, schema: Schema | undefined): string[] {
  if (!schema) return []
  const io = term === 'answer' ? 'output' : 'input'
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  return [line(term, html(words(json)))]
}

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
}

function words(json: JsonSchema): string {
  if (json.enum) return json.enum.map(String).join(' | ')
  if (json.items) return `list of ${words(json.items)}`
  if (!json.properties) return json.type ?? 'anything'
  const names = Object.entries(json.properties).map(([name, property]) => {
    const mark = json.required?.includes(name) ? '' : '?'
    return property.properties || property.items ? `${name}${mark}: ${words(property)}` : `${name}${mark}`
  })
  return `{ ${names.join(', ')} }`
}

const html = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
