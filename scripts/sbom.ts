import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './child.ts'
import { inside, licences } from './sbom.parts.ts'

/** As far as CycloneDX 1.5 is used here. */
export interface Sbom {
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
  readonly components: readonly Component[]
}

type Component = {
  readonly type: string
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly content: string }[]
  readonly licenses?: readonly { readonly license: { readonly id?: string; readonly name?: string } }[]
  readonly components?: readonly Component[]
}

/** `npm run sbom`: writes the list of everything a release consists of. */
export async function main(): Promise<void> {
  const sbom = await makeSbom()
  const file = join('build', `sauda-${packageJson.version}.cdx.json`)
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(join(root, file), `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(`${file} lists ${sbom.components.length} components.`)
}

/**
 * From the lockfile, so that it does not depend on the machine: with the native libraries of every system. `npm ci` installs
 * the tools as well, which are marked; with `--omit=dev` npm 11 also omits libraries that a tool needs too, such as zod.
 */
export async function makeSbom(): Promise<Sbom> {
  const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const limits = { cwd: root, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)('npm', ['sbom', ...options], limits)
  const sbom = JSON.parse(stdout) as Sbom
  const { metadata, components } = sbom
  // npm takes the name from the folder.
  return {
    ...sbom,
    metadata: { ...metadata, component: { ...metadata.component, name: packageJson.name } },
    components: components.map(completed),
  }
}

/** With its licence, and what is inside that npm does not know. */
function completed(component: Component): Component {
  const { purl, licenses = [] } = component
  const name = decodeURIComponent(purl.slice('pkg:npm/'.length))
  const known = name.startsWith('@sauda/') ? packageJson.license : licences[name]
  const parts = inside[name]?.map((part) => ({
    type: 'library',
    name: part.name,
    version: part.version,
    purl: `pkg:generic/${part.name}@${part.version}`,
    licenses: [licenceOf(part.licence)],
  }))
  return {
    ...component,
    ...(licenses.length === 0 && known !== undefined && { licenses: [licenceOf(known)] }),
    ...(parts && { components: parts }),
  }
}

/** Ours, and the public domain, are no licences of the SPDX list. */
const licenceOf = (licence: string) => ({
  license: /^(?:UNLICENSED|LicenseRef-.*)$/.test(licence) ? { name: licence } : { id: licence },
})
