import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { PlainError, root } from './child.ts'

const folders = ['contract', 'ui', 'web', 'server', 'portal', 'desk', 'e2e', 'scripts']

export const rules = (): Promise<ICruiseOptions> => extractDepcruiseOptions(join(root, '.dependency-cruiser.mjs'))

/** Reads every import below `base` and returns the broken rules, one line each. */
export async function checkImports(base: string): Promise<{ lines: string[]; modules: string[] }> {
  const present = folders.filter((folder) => existsSync(join(base, folder)))
  const { output } = await cruise(present, { ...(await rules()), baseDir: base, validate: true, outputType: 'json' })
  const result = JSON.parse(output as string) as ICruiseResult
  const lines = result.summary.violations.map(
    ({ rule, from, to, cycle }) => `${rule.name}: ${[from, ...(cycle?.map((step) => step.name) ?? [to])].join(' → ')}`,
  )
  return { lines, modules: result.modules.filter((each) => each.dependencies.length > 0).map((each) => each.source) }
}

/** Every import between two files of the project. */
export async function readImports(base: string): Promise<[from: string, to: string][]> {
  const present = folders.filter((folder) => existsSync(join(base, folder)))
  const { output } = await cruise(present, { ...(await rules()), baseDir: base, outputType: 'json' })
  return (JSON.parse(output as string) as ICruiseResult).modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }): [string, string] => [source, resolved]),
  )
}

/** Source files with imports that dependency-cruiser did not read. */
export function unreadFiles(modules: string[], sources: { path: string; text: string }[]): string[] {
  const read = new Set(modules)
  return sources.filter(({ path, text }) => /^import /m.test(text) && !read.has(path)).map(({ path }) => path)
}

/** The dependency rules step of `npm run check`. */
export async function main(): Promise<void> {
  const { lines, modules } = await checkImports(root)
  const paths = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: root,
      exclude: (name) => /^(node_modules|build|dist|output|\.react-router)$/.test(name),
    }),
  )
  const missed = unreadFiles(
    modules,
    paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )
  if (missed.length > 0) lines.push(...missed.map((path) => `not read by dependency-cruiser: ${path}`))
  if (modules.length === 0) lines.push('dependency-cruiser read no module at all.')
  if (lines.length > 0) throw new PlainError(lines.join('\n'))
  console.log(`${modules.length} modules, no dependency rule broken.`)
}
