import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commitOf } from './release.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-release-'))
afterAll(() => rmSync(folder, { recursive: true }))
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: folder }).toString()

test('a release tag or a commit is found; for any other name the message says what to do', async () => {
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message=one')
  git('-c', 'tag.gpgSign=false', 'tag', '--annotate', '--message=one', 'v1.2.0')
  const commit = git('rev-parse', 'HEAD').trim()
  for (const name of ['v1.2.0', commit, commit.slice(0, 8), 'HEAD']) expect(await commitOf(name, folder)).toBe(commit)
  for (const name of ['v0.9.0', '--help', ''])
    await expect(commitOf(name, folder)).rejects.toThrow(
      `This repository has no release or commit ${name}: run git fetch --tags, or name a commit that git log lists.`,
    )
})
