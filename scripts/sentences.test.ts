import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sentences } from '../e2e/sentences.ts'
import { root } from './child.ts'

const whole = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const sources = [
  ...whole('{contract,ui,web,portal,server}/src/**/*.{ts,tsx}'),
  ...whole('contract/content/*.{json,md}'),
]
  .map(({ text }) => text)
  .join('\n')
  .replaceAll('&apos;', "'")
  .replaceAll('&amp;', '&')
  // Across the lines of a paragraph, and with a value where the list has one.
  .replaceAll(/\s+/g, ' ')
  .replaceAll(/\$\{[^{}]*\}/g, '{n}')

test.each(Object.entries(sentences))('every sentence of the specification is in the sources: %s', (_, all) => {
  // A title’s last part is the product’s name, which is configured.
  expect(all.filter((sentence) => !sources.includes(sentence.replace(' | Sauda', '')))).toEqual([])
})

// Words of a paragraph right beside a value; `sentence` and template strings keep the two together.
const beside = [
  />[^<>{}=;()|'"`]*\p{L}{2,}[^<>{}=;()|'"`]*\s\{(?!children\})[\w.]+(?:\([\w.()]*\))?\}/gu,
  />\s*\{(?!children\})[\w.]+(?:\([\w.()]*\))?\}\s[^<>{}=;()|'"`]*\p{L}{2,}[^<>{}=;()|'"`]*</gu,
]

test('no sentence of a screen is assembled from words and values', () => {
  const pieces = whole('{web,portal,desk}/src/**/*.tsx').flatMap(({ file, text }) =>
    beside.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([piece]) => `${file}: ${piece.replaceAll(/\s+/g, ' ')}`),
    ),
  )
  expect(pieces).toEqual([])
})
