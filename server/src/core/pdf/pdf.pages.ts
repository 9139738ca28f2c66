import type { Config } from '../../config.ts'

/** Positions on the pages of a PDF, in points. Pure, so that the number of pages is known before the first is drawn. */

/** A4. */
export const sheet = { width: 595.28, height: 841.89, margin: 36 } as const
export const lineHeight = 11
export const rowPadding = 3

const brokerFields = [
  'brandName',
  'brandLogo',
  'brandIcon',
  'brandColours',
  'legalName',
  'sebiRegistration',
  'legalAddress',
  'grievanceOfficer',
  'supportEmail',
  'mode',
] as const satisfies readonly (keyof Config)[]
export type Broker = Pick<Config, (typeof brokerFields)[number]>

/** A thread is given only what it prints. */
export const brokerOf = (config: Config): Broker =>
  Object.fromEntries(brokerFields.map((field) => [field, config[field]])) as Broker

export type Measure = (text: string) => number

/** Rows that stay together on a page. */
export type Block = {
  readonly height: number
  /** Space needed below it on the same page. */
  readonly leastBelow?: number
}

type Room = { readonly firstTop: number; readonly top: number; readonly bottom: number }

/** Fills each page from the top; the first has less room, below the header. `headOf`: what a new page repeats above a row. */
export function paginate<B extends Block>(
  rows: readonly B[],
  { firstTop, top, bottom }: Room,
  headOf: (row: B) => B | undefined = () => undefined,
): B[][] {
  const pages: B[][] = [[]]
  let y = firstTop
  for (const row of rows) {
    const needed = row.height + (row.leastBelow ?? 0)
    if (y + needed > bottom && pages.at(-1)?.length !== 0) {
      const head = headOf(row)
      pages.push(head ? [head] : [])
      y = top + (head?.height ?? 0)
    }
    pages.at(-1)?.push(row)
    y += row.height
  }
  return pages
}

/** Lines of at most `width`; a word that is too long is cut. */
export function wrap(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (measure(line) > width) {
      const letters = Array.from(new Intl.Segmenter('en').segment(line), ({ segment }) => segment)
      if (letters.length < 2) break
      let length = letters.length - 1
      while (length > 1 && measure(letters.slice(0, length).join('')) > width) length--
      lines.push(letters.slice(0, length).join(''))
      line = letters.slice(length).join('')
    }
  }
  return [...lines, line]
}
