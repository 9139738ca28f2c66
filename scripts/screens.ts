import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError, root, run } from './child.ts'
import { compressFolder } from './compress.ts'
import { acquireLock } from './lock.ts'

interface Screens {
  name: 'portal' | 'desk'
  /** The build folder; the stamp is written last, so that an interrupted build is never used. */
  folder: string
  /** The part that is served. */
  served: string
  /** The build commands, in order. */
  commands: [tool: 'vite', ...args: string[]][]
}

const screens: Screens[] = [
  {
    name: 'portal',
    folder: 'portal/build',
    served: 'portal/build/client',
    commands: [['vite', 'build', '--app']],
  },
  { name: 'desk', folder: 'desk/dist', served: 'desk/dist', commands: [['vite', 'build']] },
]
const shared = ['ui', 'web', 'contract']
const sharedFiles = ['package-lock.json', 'tsconfig.base.json']
const made = /^(node_modules|build|dist|\.react-router)$|\.test\.tsx?$/

const hasSources = (each: Screens): boolean => existsSync(join(root, each.name, 'src'))

/** False in an image, which contains the built screens only. */
export const canBuildScreens = (): boolean => screens.every(hasSources)

/** Whether the screens are built, and from these sources where there are any. */
export const areScreensBuilt = (): boolean =>
  screens.every((each) => (hasSources(each) ? stampOf(each) === sourcesOf(each) : stampOf(each) !== ''))

/** Builds portal and desk where their sources changed since the last whole build. */
export async function buildScreens(): Promise<void> {
  const stale = (): Screens[] => screens.filter((each) => stampOf(each) !== sourcesOf(each))
  if (stale().length === 0) return
  const release = await acquireLock(join(root, 'node_modules/.cache/sauda-build.lock'), () =>
    console.log('Waiting for another build of the same folder …'),
  )
  try {
    // The build that was waited for may have been this one.
    await Promise.all(stale().map(build))
  } finally {
    release()
  }
}

async function build(each: Screens): Promise<void> {
  const began = Date.now()
  const stamp = sourcesOf(each)
  console.log(`Building the ${each.name} …`)
  rmSync(join(root, each.folder), { recursive: true, force: true })
  const options = { cwd: join(root, each.name), env: { ...process.env, NODE_ENV: 'production' } }
  for (const [tool, ...args] of each.commands) {
    const { code, output } = await run(tool, args, options)
    if (code === 0) continue
    process.stderr.write(output)
    throw new PlainError(`The ${each.name} could not be built: the reason is above.`)
  }
  await compressFolder(join(root, each.served))
  writeFileSync(join(root, each.folder, '.stamp'), stamp)
  console.log(`Built the ${each.name} in ${Math.round((Date.now() - began) / 100) / 10} s.`)
}

function stampOf(each: Screens): string {
  const file = join(root, each.folder, '.stamp')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function sourcesOf(each: Screens): string {
  const hash = createHash('sha256')
  for (const file of [...sharedFiles, ...[each.name, ...shared].flatMap(filesUnder)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !made.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]))
}
