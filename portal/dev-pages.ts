import type { ApplicationPages, Brand, PublicPages } from '@sauda/contract/broker/health'
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentTexts, parseContent } from '@sauda/contract/broker/content-parse'
import { contentFiles, type PageContent } from '@sauda/contract/broker/page-content'

const publicPages = '/src/public-pages.tsx'

/** Renders each page at every request during development, with the brand of the running server. */
export function pagesInDevelopment(api: string): Plugin {
  return {
    name: 'sauda-pages',
    apply: 'serve',
    configureServer(server) {
      // Returned, so that it runs after Vite's own middleware has served modules and files.
      return () =>
        server.middlewares.use((request, response, next) => {
          const path = (request.originalUrl ?? '').split('?')[0] ?? ''
          if (request.method !== 'GET' || /\.\w+$/.test(path)) return next()
          render(server, api, path)
            .then((html) => server.transformIndexHtml(path, html))
            .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html))
            .catch(next)
        })
    },
  }
}

async function render(server: ViteDevServer, api: string, path: string): Promise<string> {
  const brand = (await (await fetch(`${api}/api/brand`)).json()) as Brand
  const { renderPublicPages } = (await server.ssrLoadModule(publicPages)) as PublicPages
  const styles = [await stylesOf(server)]
  const open = { brand, content: defaultContent(), address: '', styles, font: undefined, script: '' }
  const { pages } = renderPublicPages(open)
  const found = pages.find((page) => page.path === path)
  if (found) return found.html.replace('</body>', '<script type="module" src="/src/landing/island.ts"></script></body>')
  const { renderApplicationPages } = (await server.ssrLoadModule('/src/application-pages.tsx')) as ApplicationPages
  const input = { brand, styles: [], font: undefined, entry: '/src/main.tsx', open }
  const application = renderApplicationPages({ ...input, filesOf: ([entry = '']) => [entry] }).pages
  return (application.find((page) => page.path === path) ?? application[0])?.html ?? ''
}

/** The CSS that the modules of the public pages import, in order. */
async function stylesOf(server: ViteDevServer): Promise<string> {
  const files = new Set<string>()
  const seen = new Set<EnvironmentModuleNode>()
  const collect = (node: EnvironmentModuleNode | undefined): void => {
    if (!node || seen.has(node)) return
    seen.add(node)
    for (const imported of node.importedModules) collect(imported)
    if (node.url.endsWith('.css')) files.add(node.url)
  }
  collect(await server.environments.ssr.moduleGraph.getModuleByUrl(publicPages))
  const texts = await Promise.all([...files].map((file) => server.ssrLoadModule(`${file}?inline`)))
  return texts.map((module) => String(module['default'])).join('\n')
}

const folder = join(import.meta.dirname, '../contract/content')

/** The default content of the public pages, for development and tests; the server reads the broker's (CONTENT_DIR). */
export function defaultContent(): PageContent {
  const texts = Object.fromEntries(contentFiles.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  return { ...parseContent(texts as ContentTexts).content, pictures: {} }
}
