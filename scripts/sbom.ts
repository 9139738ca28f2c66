import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './child.ts'

/** As far as CycloneDX 1.5 is used here. */
export interface Sbom {
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
  readonly components: readonly { readonly purl: string; readonly hashes?: readonly { readonly content: string }[] }[]
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
  const { metadata } = sbom
  // npm takes the name from the folder.
  return { ...sbom, metadata: { ...metadata, component: { ...metadata.component, name: packageJson.name } } }
}
