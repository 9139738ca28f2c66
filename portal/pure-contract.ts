interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Statement extends Node {
  readonly declaration?: Statement | null
  readonly declarations?: readonly { readonly init?: Expression | null }[]
}
interface Expression extends Node {
  readonly expression?: Expression
  readonly callee?: { readonly name?: string }
  readonly arguments?: readonly Expression[]
  readonly properties?: readonly Property[]
  readonly value?: unknown
}
interface Property extends Node {
  readonly key?: { readonly name?: string }
  readonly value?: Expression
}
interface Parser {
  parse(code: string, options: { lang: 'ts' }): { readonly body: readonly Statement[] }
}
type Edit = { readonly at: Node; readonly text: string }

/**
 * What the browser loads of the contract. A call keeps its address and what outdates its reply: the server checks what is sent, so
 * the schemas stay behind, and the desk's calls too. Every other constant is marked as free of side effects, which the bundler
 * cannot infer for `z.string().check(…)`. Without both, /login loads 163 KB of script instead of 150.
 */
export function pureContract() {
  return {
    name: 'pure-contract',
    apply: 'build' as const,
    enforce: 'pre' as const,
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/].+\.ts$/ },
      handler(this: Parser, code: string) {
        const values = (of: string) => this.parse(of, { lang: 'ts' }).body.flatMap(constantValues)
        const slim = withEdits(
          code,
          values(code).flatMap((value) => slimCalls(code, value)),
        )
        return {
          code: withEdits(
            slim,
            values(slim).flatMap((value) => markPure(slim, value)),
          ),
          map: null,
        }
      },
    },
  }
}

function constantValues(statement: Statement): Expression[] {
  const { declarations = [] } = statement.declaration ?? statement
  return declarations.flatMap(({ init }) => (init && !init.type.includes('Function') ? [init] : []))
}

/** Shortens each call in `{ pay: call('POST /user/…', 'client', { … }) }`. */
function slimCalls(code: string, value: Expression): Edit[] {
  const { properties = [] } = value.expression ?? value
  return properties.flatMap((property): Edit[] => {
    const { callee, arguments: [route, , definition] = [] } = property.value ?? {}
    if (callee?.name !== 'call' || !definition) return []
    if (/ \/desk\//.test(String(route?.value))) return [{ at: property, text: '...{}' }] // Not '', because its comma stays.
    const reads = definition.properties?.find(({ key }) => key?.name === 'reads')
    return [{ at: definition, text: `{ ${reads ? code.slice(reads.start, reads.end) : ''} }` }]
  })
}

function markPure(code: string, value: Expression): Edit[] {
  const text = code.slice(value.start, value.end)
  return /\(|\.\.\./.test(text) ? [{ at: value, text: `/* @__PURE__ */ (() => (${text}))()` }] : []
}

const withEdits = (code: string, edits: readonly Edit[]): string =>
  edits.reduceRight((text, { at, text: instead }) => text.slice(0, at.start) + instead + text.slice(at.end), code)
