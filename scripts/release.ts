import { PlainError, root, run } from './child.ts'

/** The commit of a release tag, or of any other name that git knows. A clone may lack tags and older commits. */
export async function commitOf(name: string, cwd = root): Promise<string> {
  const { code, output } = await run(
    '/usr/bin/env',
    ['git', 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
    { cwd },
  )
  if (code === 0) return output.trim()
  throw new PlainError(
    `This repository has no release or commit ${name}: run git fetch --tags, or name a commit that git log lists.`,
  )
}
