import { randomBytes } from 'node:crypto'
import { fontName } from './pdf.fonts.ts'

type Pdf = PDFKit.PDFDocument

/** The form that `initForm` made, which pdfkit gives no other access to. */
type WithForm = { readonly _root: { readonly data: { readonly AcroForm: { readonly data: Record<string, unknown> } } } }

/**
 * A signature field on the present page, without an appearance. It is written while the document is drawn, so that its strings are
 * encrypted with the others; the signature itself is a hexadecimal string, which is never encrypted. @signpdf replaces both places.
 */
export function reserveSignature(pdf: Pdf, bytes: number): void {
  const place = '**********'
  const value = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
    ByteRange: [0, place, place, place],
    Contents: new Uint8Array(bytes),
    M: new Date(),
  })
  const [hidden, printed, locked] = [2, 4, 128]
  const field = pdf.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: new String('Signature'),
    Rect: [0, 0, 0, 0],
    F: hidden + printed + locked,
    P: pdf.page.dictionary,
    V: value,
  })
  pdf.page.annotations.push(field)
  pdf.font(fontName('regular', 'latin')).initForm()
  const [signaturesExist, appendOnly] = [1, 2]
  const { data } = (pdf as unknown as WithForm)._root.data.AcroForm
  // A reader that draws the fields again would change what is signed.
  Object.assign(data, { SigFlags: signaturesExist + appendOnly, Fields: [field], NeedAppearances: undefined })
  for (const each of [value, field]) each.end(undefined)
}

/** AES-256. Without the owner's password, which nobody has, a reader only shows, prints and copies. */
export const encryptedWith = (userPassword: string) => ({
  userPassword,
  ownerPassword: randomBytes(24).toString('base64url'),
  pdfVersion: '1.7ext3' as const,
  permissions: { printing: 'highResolution', copying: true, contentAccessibility: true } as const,
})
