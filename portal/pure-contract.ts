interface Range {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Statement extends Range {
  readonly declaration?: Statement | null
  readonly declarations?: readonly { readonly init?: Range | null }[]
}
interface Parser {
  parse(code: string, options: { lang: 'ts' }): { readonly body: readonly Range[] }
}

/**
 * Marks the contract's constants as free of side effects. The bundler cannot infer that for `z.string().check(…)`, so a screen
 * that uses one sentence of a feature would load all its schemas and zod: /account/portfolio 188 KB of script instead of 171, more
 * than e2e/page-weight.ts allows.
 */
export function pureContract() {
  return {
    name: 'pure-contract',
    apply: 'build' as const,
    enforce: 'pre' as const,
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/].+\.ts$/ },
      handler(this: Parser, code: string) {
        const values = this.parse(code, { lang: 'ts' }).body.flatMap(constantValues)
        return { code: values.toReversed().reduce(markPure, code), map: null }
      },
    },
  }
}

function constantValues(statement: Statement): readonly Range[] {
  const { declarations = [] } = statement.declaration ?? statement
  return declarations.flatMap(({ init }) => (init && !init.type.includes('Function') ? [init] : []))
}

function markPure(code: string, { start, end }: Range): string {
  const value = code.slice(start, end)
  const isComputed = /\(|\.\.\./.test(value)
  return isComputed ? `${code.slice(0, start)}/* @__PURE__ */ (() => (${value}))()${code.slice(end)}` : code
}
