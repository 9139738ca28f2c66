import { statementFileErrors } from '@sauda/contract/money/statement-file'
import { AppError } from '@sauda/contract/platform/error'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { rejectRow } from './reconciliation.rows.ts'

/** xml: the elements of OFX and camt.053 files, each with its line. */

export type Element = {
  readonly line: number
  readonly text: string
  readonly attribute: (name: string) => string
  /** The elements at the end of this path. */
  readonly all: (...path: readonly string[]) => readonly Element[]
  /** The text of the first of them, or nothing. */
  readonly textOf: (...path: readonly string[]) => string
}

const metaData = XMLParser.getMetaDataSymbol() as symbol
const attributePrefix = '@'

/** Throws an AppError naming the line that is no XML. Its own entities could repeat a text a billion times. */
export function readXml(text: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)\b/i.test(text)) throw new AppError(statementFileErrors.entities)
  const valid = XMLValidator.validate(text)
  if (valid !== true) rejectRow(valid.err, `this is not XML as the standard requires it: ${valid.err.msg}`)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: attributePrefix,
    removeNSPrefix: true,
    // A number of an account or a payment is no number to count with.
    parseTagValue: false,
    alwaysCreateTextNode: true,
    captureMetaData: true,
    jPath: false,
    isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
    // Only those of XML itself are left, which become shorter.
    processEntities: { enabled: true, maxExpandedLength: Infinity, maxTotalExpansions: Infinity },
  })
  return elementOf(parser.parse(text) as RawElement, lineReader(text))
}

type RawElement = { readonly [name: string]: unknown; readonly [name: symbol]: { readonly startIndex?: number } }

function elementOf(raw: RawElement, lineAt: (index: number) => number): Element {
  const children = (name: string): Element[] => {
    const found = raw[name]
    return Array.isArray(found) ? found.map((each: RawElement) => elementOf(each, lineAt)) : []
  }
  const all: Element['all'] = (name, ...rest) => {
    if (name === undefined) return []
    return rest.length === 0 ? children(name) : children(name).flatMap((child) => child.all(...rest))
  }
  const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
  return {
    line: lineAt(raw[metaData]?.startIndex ?? 0),
    text: textIn(raw['#text']),
    attribute: (name) => textIn(raw[`${attributePrefix}${name}`]),
    all,
    textOf: (...path) => all(...path)[0]?.text ?? '',
  }
}

function lineReader(text: string): (index: number) => number {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at)
  return (index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < index) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
