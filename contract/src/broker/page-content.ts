import * as z from 'zod/mini'
import { withoutInvisible } from '../platform/typed-text.ts'

/** The broker's own content of the public pages: which files it is in, and what each may contain (docs/going-live.md). */

export const pageContentRules = {
  jsonBytes: 32 * 1024,
  markdownBytes: 256 * 1024,
  pictures: 20,
  pictureBytes: 512 * 1024,
  pictureSide: 4000,
  /** Other files of the folder are named as faults up to this many. */
  files: 100,
} as const

export const legalPages = ['privacy', 'terms', 'technical-security', 'complaints'] as const
export type LegalPageName = (typeof legalPages)[number]

export const contentFiles = ['landing.json', 'footer.json', ...legalPages.map((name) => `${name}.md` as const)] as const
export type ContentFile = (typeof contentFiles)[number]

export const publicPageNames = ['start', ...legalPages] as const
export type PublicPageName = (typeof publicPageNames)[number]
/** The address of a page. */
export const publicPath = (name: PublicPageName): string => (name === 'start' ? '/' : `/${name}`)

/** What a text may name in braces, such as `{support}`; filled from the settings. */
export const contentPlaces = ['brand', 'company', 'officer', 'support'] as const

/** Why these words cannot be shown. */
export function faultOfWords(words: string): string | undefined {
  if (!/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u.test(words) || withoutInvisible(words) !== words)
    return 'has a control character or an invisible one'
  const place = [...words.matchAll(/\{(\w+)\}/g)].find(([, name]) => !contentPlaces.some((known) => known === name))
  return place && `names ${place[0]}, but only ${contentPlaces.map((name) => `{${name}}`).join(', ')} are known`
}

const onSite = /^\/(?![/\\])[\w\-./#?=&%~]*$/
const inPage = /^#[\p{L}\p{N}-]+$/u

/** https, mailto, or a path or section of these pages. */
export function isLink(address: string): boolean {
  if (address === 'mailto:{support}' || onSite.test(address) || inPage.test(address)) return true
  if (/^mailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(address)) return true
  return /^https:\/\/[^\s\\@{}]+$/.test(address) && URL.canParse(address)
}

export const linkRule = 'must be https://, mailto: or a path of these pages such as /terms'

const words = (longest: number) =>
  z.string({ error: `must be a text of 1 to ${longest} characters` }).check(
    z.minLength(1, { error: `must be a text of 1 to ${longest} characters` }),
    z.maxLength(longest, { error: `must be a text of 1 to ${longest} characters` }),
    z.check<string>(({ value, issues }) => {
      const message = faultOfWords(value)
      if (message) issues.push({ code: 'custom', input: value, message })
    }),
  )

const listOf = <Item extends z.ZodMiniType>(item: Item, most: number) =>
  z
    .array(item, { error: 'must be a list' })
    .check(
      z.minLength(1, { error: `must have 1 to ${most} entries` }),
      z.maxLength(most, { error: `must have 1 to ${most} entries` }),
    )

const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has only ${Object.keys(shape).join(', ')}` : 'must be an object',
  })

/** The names of the icons; the portal draws them. */
export const contentIcons = [
  'arrows',
  'bank',
  'chart',
  'coins',
  'document',
  'percent',
  'phone',
  'pie',
  'receipt',
  'screens',
  'shield',
  'wallet',
] as const
const icon = z.enum(contentIcons, { error: `must be one of ${contentIcons.join(', ')}` })

const title = words(60)
const text = words(300)
/** Says that something is an example. */
const mark = z.optional(words(80))

const install = z.optional(z.literal(true, { error: 'must be true or left out' }))
const features = object({ title, items: listOf(object({ icon, title, text, install }), 6) })
const services = object({ title, text, items: listOf(object({ icon, title, text }), 12) })
const team = object({ title, text, figures: listOf(object({ value: words(12), label: words(40) }), 4), mark })
const accounting = object({ title, items: listOf(object({ title, text }), 6) })
const pricing = object({ title, text, from: words(20), price: words(20), unit: words(40), mark })
const demo = object({ title, text, action: words(30), liveText: text, liveAction: words(30) })

/** A block that is absent stays as it is in the default; `false` leaves it out. */
const block = <Block extends z.ZodMiniType>(of: Block) => z.optional(z.union([of, z.literal(false)]))

export const landingFile = object({
  hero: z.optional(object({ title, text, start: words(30) })),
  features: block(features),
  services: block(services),
  team: block(team),
  accounting: block(accounting),
  pricing: block(pricing),
  demo: block(demo),
})
export type LandingContent = Required<{
  [Name in keyof z.infer<typeof landingFile>]: Exclude<z.infer<typeof landingFile>[Name], undefined>
}>

const to = z.string({ error: linkRule }).check(z.refine((address) => isLink(address), { error: linkRule }))
const entry = z.union([words(40), object({ text: words(40), to })], {
  error: 'must be a text, or an object with text and to',
})
const office = object({ title, lines: listOf(words(80), 6), mark })

export const footerFile = object({
  columns: z.optional(listOf(object({ title: words(30), entries: listOf(entry, 12) }), 4)),
  mark,
  office: z.optional(z.union([office, z.literal(false)])),
  privacy: z.optional(words(600)),
  risk: z.optional(words(600)),
  copyright: z.optional(words(120)),
})
export type FooterContent = Required<{
  [Name in keyof z.infer<typeof footerFile>]: Exclude<z.infer<typeof footerFile>[Name], undefined>
}>

export type Inline =
  | { readonly kind: 'text' | 'strong' | 'em'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }
export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'picture'; readonly name: string; readonly alt: string }

export interface LegalContent {
  readonly title: string
  readonly lead: readonly Inline[]
  /** With the day of the last change of meaning. */
  readonly since: readonly Inline[]
  readonly sections: readonly { readonly id: string; readonly heading: string; readonly blocks: readonly Block[] }[]
}

export interface ContentPicture {
  readonly src: string
  readonly width: number
  readonly height: number
}

export interface PageContent {
  readonly landing: LandingContent
  readonly footer: FooterContent
  readonly legal: Readonly<Record<LegalPageName, LegalContent>>
  /** The pictures of the Markdown files, by file name. */
  readonly pictures: Readonly<Record<string, ContentPicture>>
}

export interface ContentFault {
  readonly file: string
  /** Absent for a file that cannot be read. */
  readonly line?: number
  readonly message: string
}

/** The text without marks. */
export const plainOf = (text: readonly Inline[]): string => text.map((part) => part.text).join('')
