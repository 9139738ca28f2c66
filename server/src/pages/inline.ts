import { createHash } from 'node:crypto'

type Hashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/** `'sha256-…'` of each script and style that stands inside our pages, for the content security policy. */
export function inlineHashes(pages: readonly string[]): Hashes {
  const inside = (tag: 'script' | 'style') => {
    const found = pages.flatMap((page) =>
      [
        ...page.matchAll(new RegExp(`<${tag}(?![^>]*\\s(?:src=|type="application/))[^>]*>([\\s\\S]+?)</${tag}>`, 'g')),
      ].map((match) => match[1] ?? ''),
    )
    return [...new Set(found)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return { scripts: inside('script'), styles: inside('style') }
}
