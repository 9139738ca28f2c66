import * as z from 'zod/mini'
import { gstinPattern } from '@sauda/contract/money/gst'
import { plainText, urlWith, type LiveRule } from '../../platform/settings.ts'
import { coloursError, coloursOf, hexColour } from './brand.colours.ts'
import { readIcon, readLogo, type Picture } from './brand.pictures.ts'

/** The domain of a demo's addresses; mail to it reaches nobody. */
export const demoDomain = 'sauda.example'
export const isRealAddress = (address: string | undefined): boolean =>
  address !== undefined && !address.toLowerCase().includes(`@${demoDomain}`)

const colour = z.string().check(z.regex(hexColour, { error: 'must be a colour such as #e39a1b' }))
const pictureFrom = (read: (path: string) => Picture) =>
  z.pipe(
    z.string(),
    z.transform((path, { issues }) => {
      try {
        return read(path)
      } catch (error) {
        issues.push({ code: 'custom', input: path, message: (error as Error).message })
        return z.NEVER
      }
    }),
  )

export const brandVariables = {
  BRAND_NAME: z._default(plainText(40), 'Sauda'),
  BRAND_TAGLINE: z._default(plainText(80), 'From Inception to IPO'),
  BRAND_COLOUR: z._default(colour, '#e39a1b'),
  BRAND_INK: z.optional(colour),
  BRAND_LOGO: z.optional(pictureFrom(readLogo)),
  BRAND_LOGO_DARK: z.optional(pictureFrom(readLogo)),
  BRAND_ICON: z.optional(pictureFrom(readIcon)),
  SUPPORT_EMAIL: z._default(z.email({ error: 'must be an e-mail address' }), `support@${demoDomain}`),
  APP_DOWNLOAD_URL: z.optional(urlWith('https:')),
  LEGAL_NAME: z._default(plainText(200), ''),
  SEBI_REGISTRATION: z._default(plainText(50), ''),
  EXCHANGE_MEMBERSHIPS: z._default(plainText(200), ''),
  GRIEVANCE_OFFICER: z._default(plainText(200), ''),
  LEGAL_ADDRESS: z._default(plainText(200), ''),
  GSTIN: z.optional(z.string().check(z.regex(gstinPattern, { error: 'must be a GSTIN of 15 characters' }))),
}
const schema = z.object(brandVariables)
type BrandVariables = z.infer<typeof schema>

export const brandLiveRules = (e: BrandVariables): LiveRule[] => [
  [e.LEGAL_NAME !== '', 'LEGAL_NAME: the legal name is needed in live mode'],
  [
    /^INZ\d{9}$/.test(e.SEBI_REGISTRATION),
    'SEBI_REGISTRATION: the SEBI registration number (INZ and 9 digits) is needed in live mode',
  ],
  [e.GRIEVANCE_OFFICER !== '', 'GRIEVANCE_OFFICER: a grievance officer is needed in live mode'],
  [isRealAddress(e.SUPPORT_EMAIL), 'SUPPORT_EMAIL: an address clients can write to is needed in live mode'],
]

export const brandError = (e: BrandVariables): string | undefined =>
  coloursError(coloursOf(e.BRAND_COLOUR, e.BRAND_INK))

export const brandSettings = (e: BrandVariables) => ({
  brandName: e.BRAND_NAME,
  brandTagline: e.BRAND_TAGLINE,
  brandColours: coloursOf(e.BRAND_COLOUR, e.BRAND_INK),
  /** Replaces the product's sign and name; the second one on dark backgrounds. */
  brandLogo: e.BRAND_LOGO,
  brandLogoDark: e.BRAND_LOGO_DARK,
  /** Replaces the product's sign where only that is shown. */
  brandIcon: e.BRAND_ICON,
  supportEmail: e.SUPPORT_EMAIL,
  appDownloadUrl: e.APP_DOWNLOAD_URL ?? '',
  legalName: e.LEGAL_NAME,
  sebiRegistration: e.SEBI_REGISTRATION,
  exchangeMemberships: e.EXCHANGE_MEMBERSHIPS,
  grievanceOfficer: e.GRIEVANCE_OFFICER,
  legalAddress: e.LEGAL_ADDRESS,
  /** Its first two digits are the broker’s state. */
  gstin: e.GSTIN,
})
export type BrandSettings = ReturnType<typeof brandSettings>
