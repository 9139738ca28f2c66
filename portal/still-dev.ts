import type { Brand, StillPages } from '@sauda/contract/health'
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'
const entry = '/src/still.tsx'
const island = '/src/landing/island/island.ts'

/** The public pages while developing: drawn anew at every request, with the brand the server says. */
export function stillPages(): Plugin {
  return {
    name: 'sauda-still-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? ''
        const answer = async (): Promise<void> => {
          const page = await draw(server, path)
          if (page === undefined) return next()
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(await server.transformIndexHtml(path, page))
        }
        if (request.method === 'GET' && /^\/[a-z-]*$/.test(path)) answer().catch(next)
        else next()
      })
    },
  }
}

async function draw(server: ViteDevServer, path: string): Promise<string | undefined> {
  const { renderStill } = (await server.ssrLoadModule(entry)) as StillPages
  const brand = (await (await fetch(`${api}/api/brand`)).json()) as Brand
  const style = await stylesOf(server)
  const page = renderStill({ brand, address: '', style, look: '', script: '' })[path]
  return page?.replace('</body>', `<script type="module" src="${island}"></script></body>`)
}

/** What the pages' modules import of styles, in the order they import it. */
async function stylesOf(server: ViteDevServer): Promise<string> {
  const files = new Set<string>()
  const seen = new Set<EnvironmentModuleNode>()
  const collect = (node: EnvironmentModuleNode | undefined): void => {
    if (!node || seen.has(node)) return
    seen.add(node)
    for (const imported of node.importedModules) collect(imported)
    if (node.url.endsWith('.css')) files.add(node.url)
  }
  collect(await server.environments.ssr.moduleGraph.getModuleByUrl(entry))
  const texts = await Promise.all([...files].map((file) => server.ssrLoadModule(`${file}?inline`)))
  return texts.map((module) => String(module['default'])).join('\n')
}
