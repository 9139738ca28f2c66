import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './child.ts'
import { makeSbom } from './sbom.ts'

interface Locked {
  readonly version: string
  readonly integrity?: string
  readonly link?: boolean
}

test('the SBOM lists every library that an installation has, with its checksum', async () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const libraries = Object.entries(lock.packages).flatMap(([path, { version, integrity = '', link }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    return !path.includes('node_modules/') || link
      ? []
      : [`pkg:npm/${name.replace('@', '%40')}@${version} ${integrity.replace('sha512-', '')}`]
  })
  const { metadata, components } = await makeSbom()
  const listed = components.flatMap(({ purl, hashes }) =>
    (hashes ?? []).map(({ content }) => `${purl} ${Buffer.from(content, 'hex').toString('base64')}`),
  )
  expect(libraries.length).toBeGreaterThan(100)
  expect(listed.toSorted()).toEqual([...new Set(libraries)].toSorted())
  expect(metadata.component).toMatchObject({ name: 'sauda', version: packageJson.version })
})
