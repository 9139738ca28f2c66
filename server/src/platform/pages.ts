import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { commonRefusals, Refusal } from '@sauda/contract/refusal'
import type { FastifyInstance } from 'fastify'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** What the builds of the two browser applications leave behind. */
const portal = { folder: join(root, 'portal/build/client'), fallback: '__spa-fallback.html' }
const desk = { folder: join(root, 'desk/dist'), fallback: 'index.html' }

/** `'sha256-…'` of each inline script in our built pages, for the content security policy. */
export function inlineScriptHashes(): string[] {
  const pages = [portal, desk].flatMap(({ folder }) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.html'))
          .map((name) => join(folder, name))
      : [],
  )
  const scripts = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]+?)<\/script>/g)].map(
      (match) => match[1] ?? '',
    ),
  )
  return [...new Set(scripts)].map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

/** Serves the portal at `/` and the desk at `/desk`; any other page address gets the application, which knows its own routes. */
export async function servePages(app: FastifyInstance): Promise<void> {
  for (const [{ folder }, prefix] of [
    [portal, '/'],
    [desk, '/desk/'],
  ] as const) {
    if (!existsSync(folder)) continue
    await app.register(fastifyStatic, {
      root: folder,
      prefix,
      decorateReply: prefix === '/',
      wildcard: false,
      // The build leaves a .br and a .gz beside each text file.
      preCompressed: true,
      // Built files carry a hash in their name; pages must be asked for anew.
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/api(?:\/|$)/.test(path) &&
      !/\.\w{1,5}$/.test(path)
    const { folder, fallback } = /^\/desk(?:\/|$)/.test(path) ? desk : portal
    if (!isPage || !existsSync(join(folder, fallback))) throw new Refusal(commonRefusals.notFound)
    return reply.header('cache-control', 'no-cache').sendFile(fallback, folder)
  })
}
