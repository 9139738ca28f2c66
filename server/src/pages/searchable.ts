import { staticContent, type StaticContent } from '../platform/static-content.ts'

/** Of no use to anybody who is not logged in. */
const closed = ['/api/', '/desk', '/account', '/portfolio', '/profile']

/** What search engines are told: where not to look, and which public pages there are; `address` without a slash at the end. */
export function searchable(
  address: string,
  still: Readonly<Record<string, string>>,
): [path: string, file: StaticContent][] {
  const places = Object.entries(still)
    .filter(([, page]) => !page.includes('<meta name="robots" content="noindex"/>'))
    .map(([path]) => `<url><loc>${address}${path}</loc></url>`)
  const robots = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${address}/sitemap.xml`]
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join('')}</urlset>`
  return [
    ['/robots.txt', staticContent(`${robots.join('\n')}\n`, 'text/plain; charset=utf-8')],
    ['/sitemap.xml', staticContent(sitemap, 'text/xml; charset=utf-8')],
  ]
}
