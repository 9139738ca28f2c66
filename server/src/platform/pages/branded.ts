import type { Brand } from '@sauda/contract/health'

/** An application's page with the brand in it, so that its first paint has the right name and colours. */
export function branded(page: string, brand: Brand, look: string): string {
  const facts = JSON.stringify(brand).replaceAll('<', '\\u003c')
  const head = `<style>${look}</style><script type="application/json" id="brand">${facts}</script></head>`
  // As functions, because a name may hold a dollar sign, which a replacement text would not take literally.
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(brand.name)}</title>`)
    .replace('</head>', () => head)
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
