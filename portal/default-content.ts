import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentTexts, parseContent } from '@sauda/contract/broker/content-parse'
import { contentFiles, type PageContent } from '@sauda/contract/broker/page-content'

const folder = join(import.meta.dirname, '../contract/content')

/** The default content of the public pages, for development and tests; the server reads the broker's (CONTENT_DIR). */
export function defaultContent(): PageContent {
  const texts = Object.fromEntries(contentFiles.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  return { ...parseContent(texts as ContentTexts).content, pictures: {} }
}
