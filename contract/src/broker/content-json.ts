import type * as z from 'zod/mini'
import type { ContentFault } from './page-content.ts'

interface Level {
  readonly path: string
  /** The position in a list, or the key in an object. */
  at: number | string | undefined
}

/** Deeper than any file may be. */
const mostLevels = 12

const tokens = /\n|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The line of each value of a valid JSON text, by a path such as `features.items.0.title`, and keys that are there twice. */
function linesOf(json: string) {
  const lines = new Map<string, number>()
  const twice: { key: string; line: number }[] = []
  const levels: Level[] = []
  let line = 1
  const pathOf = ({ path, at }: Level): string => (path === '' ? String(at) : `${path}.${at}`)
  for (const [token] of json.matchAll(tokens)) {
    const level = levels.at(-1)
    if (token === '\n') line += 1
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && level) level.at = typeof level.at === 'number' ? level.at + 1 : undefined
    else if (level && level.at === undefined) {
      level.at = JSON.parse(token) as string
      if (lines.has(pathOf(level))) twice.push({ key: pathOf(level), line })
      lines.set(pathOf(level), line)
    } else if (token !== ':') {
      const path = level ? pathOf(level) : ''
      if (!lines.has(path)) lines.set(path, line)
      if (token === '{') levels.push({ path, at: undefined })
      if (token === '[') levels.push({ path, at: 0 })
      if (levels.length > mostLevels) break
    }
  }
  return { lines, twice }
}

/** V8 names the place of some faults only; a strange token is on the first line with which the text before it fails in the same way. */
function syntaxFault(file: string, json: string, error: Error): ContentFault {
  const named = /\(line (\d+) column \d+\)/.exec(error.message)?.[1]
  const message = error.message.replace(
    / in JSON at position.*$|, "[^]*"(?:\.\.\.)? is not valid JSON$|, \.\.\."[^]*$/,
    '',
  )
  return {
    file,
    line: named ? Number(named) : firstFailing(json.split('\n')),
    message: `is not valid JSON: ${message}`,
  }
}

function firstFailing(lines: readonly string[]): number {
  let [low, high] = [1, lines.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (hasStrangeToken(lines.slice(0, middle).join('\n'))) high = middle
    else low = middle + 1
  }
  return low
}

function hasStrangeToken(json: string): boolean {
  try {
    JSON.parse(json)
    return false
  } catch (error) {
    return (error as Error).message.startsWith('Unexpected token')
  }
}

type Issue = z.core.$ZodIssue

/** The faults in the shape that was meant, of a value that may have several. */
function meant(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const shape = issue.errors.find((issues) =>
    issues.every(({ path, code }) => path.length > 0 || !/^invalid_(?:type|value)$/.test(code)),
  )
  if (!shape || shape.length === 0) return [issue]
  return shape.flatMap((inner) => meant({ ...inner, path: [...issue.path, ...inner.path] } as Issue))
}

/** A JSON file checked by a schema; each fault has its line. */
export function readJson<Schema extends z.ZodMiniType>(file: string, json: string, schema: Schema) {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch (error) {
    return { faults: [syntaxFault(file, json, error as Error)], lineOf: () => 1 }
  }
  const { lines, twice } = linesOf(json)
  /** The line of the value, or of what it should be in. */
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const line = lines.get(path.slice(0, length).join('.'))
      if (line !== undefined) return line
    }
    return 1
  }
  const result = schema.safeParse(parsed)
  const faults: ContentFault[] = twice.map(({ key, line }) => ({ file, line, message: `${key} is there twice` }))
  for (const issue of result.success ? [] : result.error.issues.flatMap(meant)) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const line = lineOf(unknown === undefined ? issue.path : [...issue.path, unknown])
    const name = issue.path.length === 0 ? '' : `${issue.path.join('.')} `
    faults.push({
      file,
      line,
      message: `${name}${unknown === undefined ? '' : `has the unknown entry ${unknown}; it `}${issue.message}`,
    })
  }
  return {
    value: faults.length === 0 && result.success ? (result.data as z.output<Schema>) : undefined,
    faults,
    lineOf,
  }
}
