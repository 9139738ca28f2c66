import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageContentRules, plainOf } from '@sauda/contract/broker/page-content'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { faultText, readContent } from './content-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'sauda-content-'))
afterAll(() => rmSync(root, { recursive: true }))

function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(root, 'folder-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
const faultsOf = (files: Readonly<Record<string, string | Buffer>>) =>
  readContent(folderOf(files)).faults.map(faultText)

/** A page whose sixth line and what follows are these. */
const page = (...lines: string[]) => ['# Terms', '', 'The rules.', '', '## Rules', ...lines].join('\n')
const linesOf = (...lines: string[]) => faultsOf({ 'terms.md': page(...lines) })
const json = (value: object) => JSON.stringify(value, null, 1)

describe('the default content', () => {
  test('is read without a fault, and contains what the specification fixes', () => {
    const { content, faults } = readContent()
    expect(faults).toEqual([])
    expect(content.landing).toMatchObject({
      hero: { title: 'Lowest Spreads for highest Profit', start: 'Get Started' },
      services: { title: 'Explore Our Services' },
      team: { figures: [{ value: '12K+' }, { value: '1947' }] },
      demo: { title: 'demo' },
    })
    expect(content.footer.columns.map(({ title }) => title)).toEqual(['Company', 'Product', 'Solutions'])
    expect(content.footer.office).toMatchObject({ title: 'Canada office' })
    expect(content.footer.copyright).toBe('© 2024 {brand}. All rights reserved.')
    expect(Object.values(content.legal).map(({ title }) => title)).toEqual([
      'Privacy policy',
      'Terms of service',
      'Technical Security',
      'Complaints',
    ])
  })

  test('an empty folder, hidden files and pictures that no page shows change nothing', () => {
    const folder = folderOf({ '.gitignore': '*', 'unused.png': 'not a picture' })
    mkdirSync(join(folder, '.git'))
    expect(readContent(folder)).toEqual(readContent())
  })
})

describe('the broker’s files', () => {
  test('replace the default ones, a block of the start page or an entry of the footer at a time', () => {
    const { content, faults } = readContent(
      folderOf({
        'landing.json': json({ team: false, hero: { title: 'Ours', text: 'Of {company}', start: 'Begin' } }),
        'footer.json': json({ columns: [{ title: 'Help', entries: [{ text: 'Call', to: '/complaints#levels' }] }] }),
        'terms.md': page('', '**We** are *here*.'),
      }),
    )
    expect(faults).toEqual([])
    const { landing, footer, legal } = readContent().content
    expect(content.landing).toEqual({
      ...landing,
      team: false,
      hero: { title: 'Ours', text: 'Of {company}', start: 'Begin' },
    })
    expect(content.footer).toEqual({
      ...footer,
      columns: [{ title: 'Help', entries: [{ text: 'Call', to: '/complaints#levels' }] }],
    })
    expect(content.legal.privacy).toEqual(legal.privacy)
    expect(content.legal.terms.sections).toEqual([
      {
        id: 'rules',
        heading: 'Rules',
        blocks: [
          {
            kind: 'paragraph',
            text: [
              { kind: 'strong', text: 'We' },
              { kind: 'text', text: ' are ' },
              { kind: 'em', text: 'here' },
              { kind: 'text', text: '.' },
            ],
          },
        ],
      },
    ])
  })

  test('may have a byte order mark, Windows line ends and other scripts', () => {
    const text = `\uFEFF${page('', 'नियम क्‍षण', 'और शर्तें')}`.replaceAll('\n', '\r\n')
    const { content, faults } = readContent(folderOf({ 'terms.md': text }))
    expect(faults).toEqual([])
    const [block] = content.legal.terms.sections[0]?.blocks ?? []
    expect(block?.kind === 'paragraph' && plainOf(block.text)).toBe('नियम क्‍षण और शर्तें')
  })

  test('show pictures of the folder with their type and size, each once', async () => {
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#0b5fff' } })
    const files = {
      'terms.md': page('', '![Our office](office.png)', '', '![A map](map.jpg)', '', '![Our office](office.png)'),
      'office.png': await picture.clone().png().toBuffer(),
      'map.jpg': await picture.clone().jpeg().toBuffer(),
    }
    const { content, pictures, faults } = readContent(folderOf(files))
    expect(faults).toEqual([])
    expect(pictures.map(({ type, width, height }) => [type, width, height])).toEqual([
      ['image/png', 30, 20],
      ['image/jpeg', 30, 20],
    ])
    expect(content.pictures['office.png']?.src).toMatch(/^\/content\/[\w-]{22}$/)
  })

  test('may be links within the folder, as a cluster mounts them, but lead nowhere else', () => {
    const folder = folderOf({})
    mkdirSync(join(folder, '..data'))
    writeFileSync(join(folder, '..data', 'terms.md'), page('', 'Ours.'))
    symlinkSync(join('..data', 'terms.md'), join(folder, 'terms.md'))
    expect(readContent(folder).faults).toEqual([])
    symlinkSync('/etc/passwd', join(folder, 'privacy.md'))
    symlinkSync('/no/such/file', join(folder, 'complaints.md'))
    expect(readContent(folder).faults.map(faultText)).toEqual([
      'privacy.md: is a link to a place outside the folder',
      'complaints.md: cannot be read',
    ])
  })
})

describe('each fault is named with its file and line', () => {
  test.each([
    ['{\n "hero": {\n', 'landing.json, line 3: is not valid JSON'],
    ['{\n "hero": nothing\n}', 'landing.json, line 2: is not valid JSON'],
    ['[]', 'landing.json, line 1: must be an object'],
    [
      json({ hero: { title: 'A', text: 'B' } }),
      'landing.json, line 2: hero.start must be a text of 1 to 30 characters',
    ],
    [json({ team: true }), 'landing.json, line 2: team '],
    [json({ hero: false }), 'landing.json, line 2: hero must be an object'],
    [json({ heroo: {} }), 'landing.json, line 2: has the unknown entry heroo; it has only hero, features'],
    ['{\n "team": false,\n "team": false\n}', 'landing.json, line 3: team is there twice'],
    ['{\n "__proto__": {\n  "hero": 1 } }', 'landing.json, line 2: has the unknown entry __proto__'],
    [
      json({ features: { title: 'A', items: [{ icon: 'wallet', title: 'B', text: '' }] } }),
      'landing.json, line 8: features.items.0.text must be a text of 1 to 300 characters',
    ],
    [
      json({ services: { title: 'A', text: 'B', items: [{ icon: 'rocket', title: 'B', text: 'C' }] } }),
      'landing.json, line 7: services.items.0.icon must be one of arrows',
    ],
    [
      json({ hero: { title: 'Ask {officr}', text: 'B', start: 'C' } }),
      'landing.json, line 3: hero.title names {officr}, but only {brand}, {company}, {officer}, {support} are known',
    ],
    [
      String.raw`{"hero":{"title":"A\u202eB","text":"B","start":"C"}}`,
      'landing.json, line 1: hero.title has a control character or an invisible one',
    ],
    ['['.repeat(16_000), 'landing.json, line 1: is not valid JSON'],
    [`${'['.repeat(16_000)}${']'.repeat(16_000)}`, 'landing.json, line 1: must be an object'],
  ])('landing.json: %#', (text, fault) => {
    const [first, ...others] = faultsOf({ 'landing.json': text })
    expect(first).toContain(fault)
    expect(others).toEqual([])
  })

  test.each([
    'javascript:alert(1)',
    'http://a.example',
    '//a.example',
    String.raw`/\a.example`,
    'data:,a',
    '#about',
    '',
  ])('the footer may not link to %s', (to) => {
    const [fault, ...others] = faultsOf({
      'footer.json': json({ columns: [{ title: 'A', entries: ['B', { text: 'C', to }] }] }),
    })
    expect(fault).toMatch(/^footer\.json, line \d+: (?:columns\.0\.entries\.1\.to must be https|the link #about must)/)
    expect(others).toEqual([])
  })

  test('a link of the footer to a section that is left out', () => {
    expect(faultsOf({ 'landing.json': json({ team: false }) })).toEqual([
      'the default footer.json, line 5: the link /#about leads to a section that landing.json leaves out (team)',
    ])
  })

  test.each([
    ['<script>alert(1)</script>', 'HTML is not supported'],
    ['Hello <img src=x onerror=alert(1)>', 'HTML is not supported'],
    ['<!-- hidden -->', 'HTML is not supported'],
    ['<https://a.example>', 'HTML is not supported'],
    ['&lt;b&gt;', 'HTML entities are not supported'],
    ['[a](javascript:alert(1))', 'a link is written [text](address)'],
    ['[a](javascript:alert`1`)', 'the link javascript:alert`1` must be https://'],
    ['[a](JaVaScRiPt:x)', 'the link JaVaScRiPt:x must be https://'],
    ['[a](data:text/html,x)', 'the link data:text/html,x must be https://'],
    ['[a](//a.example)', 'the link //a.example must be https://'],
    ['[a](https://user@a.example)', 'the link https://user@a.example must be https://'],
    ['[a](<https://a.example>)', 'the link <https://a.example> must be https://'],
    ['[a](https://a.example "title")', 'a link is written [text](address)'],
    ['a ![b](c.png)', 'a picture stands on a line of its own'],
    ['![b](../../etc/passwd)', 'the picture ../../etc/passwd must be a .png or .jpg file of this folder'],
    ['![b](https://a.example/c.png)', 'the picture https://a.example/c.png must be a .png or .jpg file of this folder'],
    ['![b](c.svg)', 'the picture c.svg must be a .png or .jpg file of this folder'],
    ['![b](c.png)', 'the picture c.png cannot be read'],
    ['> quoted', 'quotations are not supported'],
    ['| a | b |', 'tables are not supported'],
    ['```', 'code is not supported'],
    ['Use `code`', 'code is not supported'],
    ['    indented', 'indented code is not supported'],
    ['---', 'lines and underlined headings are not supported'],
    ['[a]: https://a.example', 'references are not supported'],
    ['#### Deep', 'a heading begins with #'],
    ['##Tight', 'a heading begins with #'],
    ['**bold', '** has no second one in this block'],
    ['Ask {sebi}', 'names {sebi}, but only'],
    ['a\u202Eb', 'has a control character or an invisible one'],
    ['a\u0000b', 'has a control character or an invisible one'],
  ])('terms.md: %s', (text, message) => {
    const found = linesOf('', 'Before.', '', text)
    expect(found[0]).toContain(`terms.md, line 9: ${message}`)
  })

  test('what a page lacks or has twice', () => {
    expect(faultsOf({ 'terms.md': '' })[0]).toBe(
      'terms.md, line 1: the first line must be the title, such as # Privacy policy',
    )
    for (const heading of ['Rules', 'Who we are'])
      expect(linesOf('', 'A.', '', `## ${heading}`, '', 'B.')).toEqual([
        `terms.md, line 9: the heading ${heading} is there twice, or has no letters`,
      ])
    expect(linesOf('', '[a](#gone)')).toEqual(['terms.md, line 7: the link #gone names no heading of this page'])
    expect(linesOf('', '- a', '  - b')).toEqual(['terms.md, line 8: a list within a list is not supported'])
  })

  test('files that cannot be used', () => {
    const latin = Buffer.concat([Buffer.from(page('', 'Caf')), Buffer.from([0xe9]), Buffer.from('\n')])
    expect(faultsOf({ 'terms.md': latin })).toEqual(['terms.md, line 7: is not UTF-8'])
    expect(faultsOf({ 'terms.md': 'x'.repeat(pageContentRules.markdownBytes + 1) })).toEqual([
      'terms.md: has more than 256 KB',
    ])
    expect(faultsOf({ 'privcy.md': '' })[0]).toMatch(/^privcy\.md: is not known; the files are landing\.json,/)
    expect(faultsOf({ 'terms.md': page('', '![b](c.png)'), 'c.png': '<svg onload="alert(1)"/>' })).toEqual([
      'terms.md, line 7: the picture c.png must be a PNG or JPEG of at most 4000 × 4000 pixels',
    ])
    const folder = folderOf({})
    mkdirSync(join(folder, 'terms.md'))
    execFileSync('mkfifo', [join(folder, 'privacy.md')])
    expect(readContent(folder).faults.map(faultText)).toEqual(['privacy.md: is not a file', 'terms.md: is not a file'])
    expect(readContent(join(root, 'gone')).faults.map(faultText)).toEqual(['the folder: cannot be read'])
    expect(readContent('/dev/zero').faults.map(faultText)).toEqual(['the folder: cannot be read'])
  })

  test('the server refuses to start and names all of them, with the faults of other settings', () => {
    const folder = folderOf({ 'landing.json': '{\n "hero": 1 }', 'terms.md': page('', '<b>', '', '> x') })
    expect(() => readConfig({ CONTENT_DIR: folder, PORT: 'x' })).toThrow(
      /PORT: must be.*CONTENT_DIR: landing\.json, line 2: .*CONTENT_DIR: terms\.md, line 7: HTML.*CONTENT_DIR: terms\.md, line 9: quot/s,
    )
  })
})

test.each(['*', '**', '[', '[a](', '![', '&a', '<', '`', '- ', '{a', '1. '])(
  'a file full of %s is read to its end',
  (part) => {
    const line = part.repeat(4500 / part.length)
    const { content } = readContent(folderOf({ 'terms.md': page(...Array.from({ length: 50 }, () => `\n${line}`)) }))
    expect(content.legal.terms.title).toBe('Terms')
  },
)
