import { productName, signPath, wordmark } from '@sauda/contract/broker/wordmark'
import { nameOf } from '@sauda/contract/core/name'
import { setImmediate as breathe } from 'node:timers/promises'
import { formatRupees } from '@sauda/contract/platform/money'
import PdfDocument from 'pdfkit'
import { momentText } from '../../platform/india.ts'
import type { SendPart } from '../../platform/called.ts'
import type { DocumentMark } from '../document/document.ts'
import { fontName, registerFonts, runsOf, withoutFont } from './pdf.fonts.ts'
import { encryptedWith, reserveSignature } from './pdf.signature.ts'
import { type Broker, lineHeight, sheet, wrap } from './pdf.pages.ts'
import { drawQr, qrSize } from './pdf.qr.ts'

/** The common parts of all PDFs: fonts, the broker's legal identity, the subject, page numbers. */

export type PdfTitle = {
  /** `Statement of account` */
  readonly title: string
  /** `1 Apr 2026 to 31 Mar 2027` */
  readonly period: string
  readonly broker: Broker
  /** A client with its number, or what else the document is about. */
  readonly holder: { readonly name: string; readonly number?: bigint }
  /** Below the client ID, where the document names it. */
  readonly pan?: string
  readonly preparedAt: Date
  /** Where the document can be checked; absent from a draft. */
  readonly mark?: DocumentMark
  /** In paise, confirmed there; absent from a document without amounts. */
  readonly amount?: { readonly name: string; readonly paise: bigint }
  readonly layout?: 'landscape'
  /** What opens the file; absent from a file without encryption. */
  readonly password?: string | undefined
  /** Leaves this many bytes for the signature that is written into the finished file. */
  readonly signatureBytes?: number | undefined
}

/** Inter's ascent for a line of size 1. */
const ascent = 0.96875

export const soft = '#555c66'
const ink = '#16181c'
const rule = '#d5d9de'
const shade = '#f3f4f6'
const { margin } = sheet
/** The size of the pages of this document, in points. */
export const sizeOf = (pdf: Pdf): { readonly width: number; readonly height: number } =>
  pdf.options.layout === 'landscape' ? { width: sheet.height, height: sheet.width } : sheet
const rightOf = (pdf: Pdf): number => sizeOf(pdf).width - margin
/** `least`: for a table whose columns are too many for the usual size. */
export const [least, small] = [7, 8.5]
const normal = 9.5

export type Pdf = PDFKit.PDFDocument
type Style = { readonly size?: number; readonly bold?: boolean; readonly colour?: string }

export function openPdf({ title, holder, broker, layout, password }: PdfTitle): Pdf {
  const options = {
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-IN',
    ...withoutFont,
    ...(layout && { layout }),
  }
  const pdf: Pdf = new PdfDocument(password === undefined ? options : { ...options, ...encryptedWith(password) })
  registerFonts(pdf)
  pdf.info.Title = `${title}: ${holder.name}`
  pdf.info.Author = broker.legalName || broker.brandName
  return pdf
}

/** `drawRows` draws one page's rows from `y` on. Resolves once the last part is sent. */
export async function drawPages<Rows>(
  pdf: Pdf,
  send: SendPart,
  {
    title,
    pages,
    area,
    drawRows,
  }: {
    title: PdfTitle
    pages: readonly Rows[]
    area: PageArea
    drawRows: (rows: Rows, y: number, page: number) => void
  },
): Promise<void> {
  pdf.on('data', (part: Buffer) => send(new Uint8Array(part)))
  for (const [index, rows] of pages.entries()) {
    pdf.addPage()
    if (index === 0 && title.signatureBytes !== undefined) reserveSignature(pdf, title.signatureBytes)
    if (index === 0) drawTitle(pdf, title, area)
    else drawRunningHead(pdf, title)
    drawRows(rows, index === 0 ? area.firstTop : area.top, index)
    drawFooter(pdf, area, `Page ${index + 1} of ${pages.length}`)
    // The parts are read in between.
    await breathe()
  }
  const ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject))
  pdf.end()
  await ended
}

/** The area for rows, and the broker's lines above and below it. */
export type PageArea = {
  readonly firstTop: number
  readonly top: number
  readonly bottom: number
  readonly identity: readonly string[]
  readonly identityBottom: number
  readonly legal: readonly string[]
}

/** `below`: what the first page needs between its title and its rows. */
export function pageArea(pdf: Pdf, title: PdfTitle, below: number): PageArea {
  const { broker } = title
  const { width, height } = sizeOf(pdf)
  const measure = (text: string) => widthOf(pdf, text)
  const lines = [legalLine(broker), markLine(title)]
  const legal = lines.flatMap((line) => wrap(line, width - 2 * margin - 80, measure))
  const identity = identityOf(broker).flatMap((line) => wrap(line, identityWidth, measure))
  const identityBottom = identityTop + Math.max(3, identity.length) * lineHeight
  return {
    firstTop: identityBottom + below,
    top: 78,
    bottom: height - 46 - legal.length * lineHeight,
    identity,
    identityBottom,
    legal,
  }
}

/** In points at size 1, of the characters met so far. */
const widths = { regular: new Map<string, number>(), bold: new Map<string, number>() }

/** The sum of its characters, because Inter has no kerning here; other scripts are shaped as a whole. */
export function widthOf(pdf: Pdf, text: string, { size = small, bold = false }: Style = {}): number {
  const weight = bold ? 'bold' : 'regular'
  const known = widths[weight]
  let sum = 0
  for (const run of runsOf(pdf, text)) {
    if (run.script !== 'latin') {
      sum += pdf.font(fontName(weight, run.script)).fontSize(100).widthOfString(run.text) / 100
      continue
    }
    for (const character of run.text) {
      let one = known.get(character)
      if (one === undefined) {
        one = pdf.font(fontName(weight, 'latin')).fontSize(100).widthOfString(character)
        known.set(character, (one /= 100))
      }
      sum += one
    }
  }
  return sum * size
}

/** Otherwise the library measures and caches every text it draws. */
const unmeasured = { lineBreak: false, features: [], textWidth: 0, wordCount: 0, baseline: 'alphabetic' as const }

export function write(pdf: Pdf, text: string, x: number, y: number, style: Style = {}): void {
  const { size = small, bold = false, colour = ink } = style
  const weight = bold ? 'bold' : 'regular'
  let at = x
  for (const run of runsOf(pdf, text)) {
    pdf
      .font(fontName(weight, run.script))
      .fontSize(size)
      .fillColor(colour)
      .text(run.text, at, y + ascent * size, unmeasured)
    at += widthOf(pdf, run.text, style)
  }
}

export const writeEnd = (pdf: Pdf, text: string, x: number, y: number, style: Style = {}): void =>
  write(pdf, text, x - widthOf(pdf, text, style), y, style)

/** Smaller where the text would otherwise cover what stands beside it. */
const fitted = (pdf: Pdf, text: string, width: number, style: Style & { readonly size: number }): Style => ({
  ...style,
  size: Math.min(style.size, (style.size * width) / widthOf(pdf, text, style)),
})

const identityOf = ({ legalName, sebiRegistration, legalAddress }: Broker): string[] =>
  [legalName, sebiRegistration && `SEBI registration ${sebiRegistration}`, legalAddress].filter(Boolean)
const [identityTop, identityWidth] = [60, 300]

const clientLine = ({ holder, pan }: PdfTitle): string =>
  [holder.number !== undefined && `Client ID ${nameOf('client', holder.number)}`, pan && `PAN ${pan}`]
    .filter(Boolean)
    .join(' · ')

function drawTitle(pdf: Pdf, title: PdfTitle, { identity, identityBottom: bottom }: PageArea): void {
  const { broker, holder, period, preparedAt } = title
  drawBrand(pdf, broker)
  for (const [index, line] of identity.entries())
    write(pdf, line, margin, identityTop + index * lineHeight, { colour: soft })
  const right = rightOf(pdf)
  const end = title.mark ? right - qrSize - 12 : right
  writeEnd(pdf, title.title, end, 38, { size: 13, bold: true })
  if (broker.mode === 'demo') writeEnd(pdf, demoMark, end, 58, { colour: soft })
  if (title.mark) drawQr(pdf, title.mark.address, { right, ink })
  const nameWidth = right - margin - 12 - widthOf(pdf, period, { size: normal })
  write(pdf, holder.name, margin, bottom + 14, fitted(pdf, holder.name, nameWidth, { size: 11, bold: true }))
  write(pdf, clientLine(title), margin, bottom + 30, { size: normal, colour: soft })
  writeEnd(pdf, period, right, bottom + 14, { size: normal })
  writeEnd(pdf, `Prepared on ${momentText(preparedAt)} IST`, right, bottom + 30, { size: normal, colour: soft })
}

/** In points; the product's sign is drawn as in the icons (broker/brand). */
const sign = { size: 22, top: 35, units: 24, stroke: 2.25 }

/** The broker's logo, or its icon or the product's sign beside the name. pdfkit reads no SVG. */
function drawBrand(pdf: Pdf, { brandName, brandLogo, brandIcon, brandColours }: Broker): void {
  const { size, top, units, stroke } = sign
  // A thread receives the bytes without their class.
  const image = ({ bytes }: { bytes: Uint8Array }, widest: number) =>
    pdf.image(Buffer.from(bytes), margin, top, { fit: [widest, size] })
  if (brandLogo?.type === 'image/png') {
    image(brandLogo, 180)
    return
  }
  if (brandIcon) image(brandIcon, size)
  else if (brandName === productName) {
    const scale = size / wordmark.width
    pdf
      .save()
      .translate(margin, top - wordmark.top * scale + 6)
      .scale(scale)
    pdf.path(wordmark.path).fill(brandColours.colour).restore()
  } else {
    pdf
      .save()
      .translate(margin, top)
      .scale(size / units)
    pdf.roundedRect(0, 0, units, units, 6).fill(brandColours.colour)
    pdf.path(signPath).lineWidth(stroke).lineCap('round').lineJoin('round').stroke(brandColours.ink).restore()
  }
  write(pdf, brandName, margin + size + 8, top, { size: 17, bold: true })
}

/** Below every page. */
const markLine = ({ mark, amount }: PdfTitle): string =>
  [
    ...(mark ? [`Document ${mark.number}`] : []),
    ...(amount ? [`${amount.name} ${formatRupees(amount.paise)}`] : []),
    ...(mark ? [`Check this document at ${mark.address}`] : []),
  ].join(' · ')

const demoMark = 'Demo: practice rupees, no real money'

function drawRunningHead(pdf: Pdf, { title, broker, holder }: PdfTitle): void {
  const names = [title, holder.name, holder.number !== undefined && nameOf('client', holder.number)].filter(Boolean)
  const [about, mark] = [names.join(' · '), broker.mode === 'demo' ? demoMark : broker.brandName]
  const right = rightOf(pdf)
  const aboutWidth = right - margin - 12 - widthOf(pdf, mark)
  write(pdf, about, margin, 36, fitted(pdf, about, aboutWidth, { size: small, colour: soft }))
  writeEnd(pdf, mark, right, 36, { colour: soft })
}

/** Behind a total; wider than the texts, which stay in line with their columns. */
export function drawShade(pdf: Pdf, y: number, tall: number): void {
  pdf.rect(margin - 4, y, sizeOf(pdf).width - 2 * margin + 8, tall).fill(shade)
}

export function drawLine(pdf: Pdf, y: number, colour = rule, lineWidth = 0.4): void {
  pdf.moveTo(margin, y).lineTo(rightOf(pdf), y).lineWidth(lineWidth).stroke(colour)
}

function drawFooter(pdf: Pdf, { bottom, legal }: PageArea, page: string): void {
  const y = bottom + 14
  drawLine(pdf, y - 6)
  for (const [index, line] of legal.entries()) write(pdf, line, margin, y + index * lineHeight, { colour: soft })
  writeEnd(pdf, page, rightOf(pdf), y, { colour: soft })
}

const legalLine = (broker: Broker): string =>
  [
    broker.legalName || broker.brandName,
    broker.sebiRegistration && `SEBI registration ${broker.sebiRegistration}`,
    broker.legalAddress,
    broker.grievanceOfficer && `Grievance officer: ${broker.grievanceOfficer}`,
    broker.supportEmail,
  ]
    .filter(Boolean)
    .join(' · ')
