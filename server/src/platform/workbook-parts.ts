import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import type { Cell } from './csv.ts'

export type LongSheet = {
  readonly name: string
  /** Widths of the columns, in characters. */
  readonly widths: readonly number[]
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const format = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** `A` of 0, `AA` of 26. */
const letters = (at: number): string =>
  (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** Text stays text, whatever it starts with. */
function cellXml(cell: Cell, address: string): string {
  if (cell === '') return ''
  if (typeof cell === 'number') return `<c r="${address}" s="1"><v>${cell}</v></c>`
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
}

async function* sheetXml({ widths, rows }: LongSheet): AsyncGenerator<string> {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  yield `${declaration}<worksheet xmlns="${main}"><cols>${columns.join('')}</cols><sheetData>`
  let number = 0
  const rowXml = (cells: readonly Cell[]): string => {
    number += 1
    return `<row r="${number}">${cells.map((cell, at) => cellXml(cell, `${letters(at)}${number}`)).join('')}</row>`
  }
  for await (const batch of rows) yield batch.map(rowXml).join('')
  yield '</sheetData></worksheet>'
}

/** The parts of a workbook besides its sheets. */
function frameOf(sheets: readonly LongSheet[]): Record<string, string> {
  const each = (write: (sheet: LongSheet, number: number) => string) =>
    sheets.map((sheet, at) => write(sheet, at + 1)).join('')
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${format}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${format}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${format}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>${each(({ name }, number) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${documents}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="2"><fill/><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
  return Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, declaration + xml]))
}

type Texts = Iterable<string> | AsyncIterable<string>

/** A workbook written while its rows are read, for tables too long for memory; compressed outside the event loop. */
export async function* workbookParts(sheets: readonly LongSheet[]): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    written.push(part)
  })
  const files: [string, Texts][] = [
    ...Object.entries(frameOf(sheets)).map(([path, xml]): [string, Texts] => [path, [xml]]),
    ...sheets.map((sheet, at): [string, Texts] => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)]),
  ]
  for (const [filename, texts] of files) {
    const file: ZipInputFile = { filename, size: 0, crc: 0, compression: 8 }
    zip.add(file)
    for await (const part of deflated(texts, file)) {
      file.ondata?.(null, part, false)
      yield* written
      written = []
    }
    file.ondata?.(null, new Uint8Array(), true)
  }
  zip.end()
  yield* written
}

/** Compressed, and measured for the directory of the archive. */
function deflated(texts: Texts, file: ZipInputFile): AsyncIterable<Uint8Array<ArrayBuffer>> {
  async function* measured() {
    for await (const text of texts) {
      const bytes = Buffer.from(text)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      yield bytes
    }
  }
  // The reader gets the error; the callback is only required.
  return pipeline(Readable.from(measured()), createDeflateRaw(), () => undefined)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For text and for attributes in double quotes; characters that XML 1.0 cannot contain are left out. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '')

/** XML text on one line, whatever line ends the text has. */
export const escapeXmlLine = (text: string): string => escapeXml(text.replaceAll(/\s+/g, ' ').trim())

/** `<NAME>text</NAME>` */
export const xmlElement = (name: string, text: string): string => `<${name}>${escapeXmlLine(text)}</${name}>`
