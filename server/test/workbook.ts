import { strToU8, zipSync } from 'fflate'

/** Workbooks for tests. */

type Cells = (string | number | Date)[]

/** A file of Excel 97, as HDFC and ICICI provide it, or of today. */
export async function excelFile(
  rows: Cells[],
  bookType: 'biff8' | 'xlsx' = 'biff8',
  others: Readonly<Record<string, Cells[]>> = {},
): Promise<Buffer> {
  const { utils, write } = await import('@e965/xlsx')
  const book = utils.book_new()
  for (const [name, cells] of Object.entries({ Sheet1: rows, ...others }))
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells, { UTC: true }), name)
  return write(book, { bookType, type: 'buffer' }) as Buffer
}

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An XLSX of these rows in XML; the rest is what a workbook needs at least. */
export function xmlWorkbook(rows: string, strings = ''): Buffer {
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relation}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${strings}</sst>`,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))
}
