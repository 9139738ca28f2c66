interface Piece {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Statement extends Piece {
  readonly declaration?: Statement | null
  readonly declarations?: readonly { readonly init?: Piece | null }[]
}
interface Reader {
  parse(code: string, options: { lang: 'ts' }): { readonly body: readonly Piece[] }
}

/**
 * Tells the bundler that the contract only describes: nothing in its modules acts as they are loaded. A bundler cannot
 * know that of `z.string().check(…)`, keeps the call for what it might do, and a screen that wants one sentence of a room
 * would bring that room's schemas and zod with it (12 KB gzip).
 */
export function contractDescribes() {
  return {
    name: 'contract-describes',
    apply: 'build' as const,
    enforce: 'pre' as const,
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/][^\\/]+\.ts$/ },
      handler(this: Reader, code: string) {
        const made = this.parse(code, { lang: 'ts' }).body.flatMap(valuesOf)
        return { code: made.toReversed().reduce(markPure, code), map: null }
      },
    },
  }
}

/** What the constants of a module are made with, functions aside. */
function valuesOf(statement: Statement): readonly Piece[] {
  const { declarations = [] } = statement.declaration ?? statement
  return declarations.flatMap(({ init }) => (init && !init.type.includes('Function') ? [init] : []))
}

function markPure(code: string, { start, end }: Piece): string {
  const made = code.slice(start, end)
  const isWorked = /\(|\.\.\./.test(made)
  return isWorked ? `${code.slice(0, start)}/* @__PURE__ */ (() => (${made}))()${code.slice(end)}` : code
}
