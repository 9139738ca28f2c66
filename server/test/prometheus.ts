/** Evaluates the expressions of deploy/alerts.yml on metrics as the server serves them, in the meaning of Prometheus. */

type Labels = Readonly<Record<string, string>>
type Sample = { readonly name: string; readonly labels: Labels; readonly value: number }
/** The result and time of one scrape. */
export type Scrape = { readonly seconds: number; readonly samples: readonly Sample[] }
type Element = { readonly labels: Labels; readonly value: number }
type Value = number | readonly Element[]

export const scrapeOf = (text: string, seconds: number): Scrape => ({
  seconds,
  samples: text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      return { name, labels: labelsIn(labels), value: Number(value.replace('Inf', 'Infinity')) }
    }),
})

const labelsIn = (text: string): Labels =>
  Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]))

const token = /\s*(\d+[smhd]|\d+(?:\.\d+)?|\w+|[{}()[\]]|[<>]|==|"(?:[^"\\]|\\.)*"|=~|!=|=|,|\/|\*|:)/y

/** The elements for which the expression holds; the last scrape counts, and rates are from the first to the last one. */
export function evaluate(expression: string, scrapes: readonly Scrape[]): readonly Element[] {
  const parser = new Parser(tokensOf(expression), scrapes)
  const value = parser.alternatives()
  parser.end()
  if (typeof value === 'number') throw new Error('An alert compares')
  return value
}

function tokensOf(text: string): string[] {
  const found: string[] = []
  token.lastIndex = 0
  for (let next = token.exec(text); next; next = token.exec(text)) found.push(next[1] ?? '')
  return found
}

class Parser {
  readonly #tokens: string[]
  readonly #scrapes: readonly Scrape[]

  constructor(tokens: string[], scrapes: readonly Scrape[]) {
    this.#tokens = tokens
    this.#scrapes = scrapes
  }

  end(): void {
    if (this.#tokens.length > 0) throw new Error(`Not understood: ${this.#tokens.join(' ')}`)
  }

  alternatives(): Value {
    const first = this.#comparison()
    if (!this.#takes('or')) return first
    const second = this.alternatives()
    const known = new Set(elements(first).map(({ labels }) => keyOf(labels)))
    return [...elements(first), ...elements(second).filter(({ labels }) => !known.has(keyOf(labels)))]
  }

  #comparison(): Value {
    const left = this.#product()
    const operator = ['>', '<', '=='].find((each) => this.#takes(each))
    if (operator === undefined) return left
    const limit = this.#product()
    if (typeof limit !== 'number') throw new Error('The right side of a comparison is a number')
    return elements(left).filter(({ value }) =>
      operator === '>' ? value > limit : operator === '<' ? value < limit : value === limit,
    )
  }

  #product(): Value {
    let value = this.#term()
    for (;;) {
      const operator = ['/', '*'].find((each) => this.#takes(each))
      if (operator === undefined) return value
      const right = this.#term()
      const compute = (a: number, b: number) => (operator === '/' ? a / b : a * b)
      if (typeof value === 'number' && typeof right === 'number') value = compute(value, right)
      else value = paired(elements(value), elements(right), compute)
    }
  }

  #term(): Value {
    const word = this.#next()
    if (/^\d/.test(word)) return Number(word)
    if (word === 'max' || word === 'min' || word === 'sum') return this.#aggregate(word)
    if (word === 'absent') {
      const inner = this.#inBrackets(() => elements(this.alternatives()))
      return inner.length === 0 ? [{ labels: {}, value: 1 }] : []
    }
    if (word === 'rate') return this.#inBrackets(() => this.#rate())
    if (word === 'histogram_quantile')
      return this.#inBrackets(() => {
        const quantile = Number(this.#next())
        this.#must(',')
        return quantileOf(quantile, elements(this.alternatives()))
      })
    return this.#selector(word)(this.#scrapes.at(-1))
  }

  #aggregate(how: 'max' | 'min' | 'sum'): Element[] {
    const by: string[] = []
    if (this.#takes('by')) this.#inBrackets(() => this.#names(by))
    const inner = this.#inBrackets(() => elements(this.alternatives()))
    const kept = (labels: Labels) =>
      Object.fromEntries(by.flatMap((name) => (labels[name] ? [[name, labels[name]]] : [])))
    return [...Map.groupBy(inner, ({ labels }) => keyOf(kept(labels))).values()].map((group) => {
      const values = group.map(({ value }) => value)
      const value = how === 'sum' ? values.reduce((sum, each) => sum + each, 0) : Math[how](...values)
      return { labels: kept(group[0]?.labels ?? {}), value }
    })
  }

  #names(into: string[]): void {
    do into.push(this.#next())
    while (this.#takes(','))
  }

  #rate(): Element[] {
    const select = this.#selector(this.#next())
    this.#must('[')
    this.#next()
    this.#must(']')
    const [first, last] = [this.#scrapes[0], this.#scrapes.at(-1)]
    const before = new Map(select(first).map(({ labels, value }) => [keyOf(labels), value]))
    const passed = (last?.seconds ?? 0) - (first?.seconds ?? 0)
    if (passed <= 0) return []
    // A series that is new has no rate in Prometheus; here it began at 0.
    return select(last).map(({ labels, value }) => ({
      labels,
      value: (value - (before.get(keyOf(labels)) ?? 0)) / passed,
    }))
  }

  #selector(name: string): (scrape: Scrape | undefined) => Element[] {
    const matches: ((labels: Labels) => boolean)[] = []
    if (this.#takes('{'))
      while (!this.#takes('}')) {
        const [label, operator, quoted] = [this.#next(), this.#next(), JSON.parse(this.#next()) as string]
        const expected = operator === '=~' ? new RegExp(`^(?:${quoted})$`) : undefined
        matches.push(({ [label]: value = '' }) =>
          expected ? expected.test(value) : (value === quoted) === (operator === '='),
        )
        this.#takes(',')
      }
    return (scrape) =>
      (scrape?.samples ?? [])
        .filter((sample) => sample.name === name && matches.every((match) => match(sample.labels)))
        .map(({ labels, value }) => ({ labels, value }))
  }

  #inBrackets<T>(read: () => T): T {
    this.#must('(')
    const value = read()
    this.#must(')')
    return value
  }

  #takes(word: string): boolean {
    if (this.#tokens[0] !== word) return false
    this.#tokens.shift()
    return true
  }

  #next(): string {
    return this.#tokens.shift() ?? ''
  }

  #must(word: string): void {
    if (!this.#takes(word)) throw new Error(`${word} expected before ${this.#tokens.join(' ')}`)
  }
}

const keyOf = (labels: Labels): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))

function elements(value: Value): readonly Element[] {
  if (typeof value === 'number') throw new Error('A metric is expected, not a number')
  return value
}

const paired = (left: readonly Element[], right: readonly Element[], compute: (a: number, b: number) => number) =>
  left.flatMap(({ labels, value }) => {
    const other = right.find((each) => keyOf(each.labels) === keyOf(labels))
    return other ? [{ labels, value: compute(value, other.value) }] : []
  })

/** The upper end of the bucket, which is near enough to compare it with a limit. */
function quantileOf(quantile: number, buckets: readonly Element[]): Element[] {
  const sorted = buckets
    .map(({ labels, value }) => ({ end: Number((labels['le'] ?? '').replace('+Inf', 'Infinity')), value }))
    .toSorted((a, b) => a.end - b.end)
  const all = sorted.at(-1)?.value ?? 0
  if (all === 0) return []
  const ends = sorted.map(({ end }) => end).filter(Number.isFinite)
  const bucket = sorted.find(({ value }) => value >= quantile * all)
  return [{ labels: {}, value: Math.min(bucket?.end ?? 0, Math.max(...ends)) }]
}
