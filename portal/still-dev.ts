import type { StillPages } from '@sauda/contract/health'
import type { Plugin } from 'vite'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

/** The public pages while developing: drawn anew at every request, with the brand the server says. */
export function stillPages(): Plugin {
  return {
    name: 'sauda-still-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? ''
        const draw = async (): Promise<void> => {
          const { renderStill } = (await server.ssrLoadModule('/src/still.tsx')) as StillPages
          const brand: unknown = await (await fetch(`${api}/api/brand`)).json()
          const page = renderStill({
            brand: brand as Parameters<typeof renderStill>[0]['brand'],
            address: '',
            style: '',
            look: '',
            script: '',
          })[path]
          if (page === undefined) return next()
          const scripts = ['/src/still.tsx', '/src/landing/island/island.ts']
          const html = page.replace(
            '</body>',
            `${scripts.map((src) => `<script type="module" src="${src}"></script>`).join('')}</body>`,
          )
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(await server.transformIndexHtml(path, html))
        }
        if (request.method === 'GET' && /^\/[a-z-]*$/.test(path)) draw().catch(next)
        else next()
      })
    },
  }
}
