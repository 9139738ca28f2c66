import type { Brand } from '@sauda/contract/health'

/** What an application's page needs to be right at its first paint. */
export type Dressing = {
  readonly brand: Brand
  /** The brand's colours as a style. */
  readonly look: string
  readonly title: string
  /** Drawn in the place of the screen until its code has come. */
  readonly first?: string
}

/** Where portal/src/root.tsx leaves room for the first paint. */
const firstMark = '<!--first-->'

/**
 * Puts the application's styles into its page, which can then be drawn without waiting for another file. The link to them
 * stays, switched off, because React expects to find it.
 */
export function withStyles(page: string, read: (file: string) => string): string {
  return page.replace(/<link rel="stylesheet" href="([^"]+)"\/>/, (link, file: string) => {
    const style = read(file)
    const font = basicFont(style)
    return [
      ...(font ? [`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin=""/>`] : []),
      `<style>${style}</style>`,
      link.replace('/>', ' disabled=""/>'),
    ].join('')
  })
}

/** The one font file every page needs. */
const basicFont = (style: string): string | undefined => /url\("?(\/assets\/inter-basic[^")]+)/.exec(style)?.[1]

/** An application's page with the brand in it, so that its first paint has the right name, colours and shape. */
export function branded(page: string, { brand, look, title, first }: Dressing): string {
  const facts = JSON.stringify(brand).replaceAll('<', '\\u003c')
  const head = [
    `<meta name="description" content="${escaped(brand.tagline)}"/>`,
    `<meta name="apple-mobile-web-app-title" content="${escaped(brand.name)}"/>`,
    `<style>${look}</style>`,
    `<script type="application/json" id="brand">${facts}</script></head>`,
  ]
  if (first !== undefined && !page.includes(firstMark)) throw new Error(`The portal's page has no ${firstMark}`)
  // As functions, because a name may hold a dollar sign, which a replacement text would not take literally.
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace('</head>', () => head.join(''))
    .replace(firstMark, () => first ?? '')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter)
