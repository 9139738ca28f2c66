import type { CSSProperties } from 'react'

/** The colours of ui/src/tokens.css, because mail programs do not support variables. */
const light = {
  paper: '#f6f6f3',
  surface: '#ffffff',
  sunken: '#efefeb',
  ink: '#16181d',
  soft: '#484d57',
  line: '#e1e1dc',
  link: '#1b55a8',
}
const dark: typeof light = {
  paper: '#0d0f12',
  surface: '#15181c',
  sunken: '#1d2126',
  ink: '#eeece6',
  soft: '#b9bbbf',
  line: '#2b2f36',
  link: '#8ab8ff',
}

const font = "'Inter Variable', Inter, 'Segoe UI', Roboto, Helvetica, Arial, 'Noto Sans Devanagari', sans-serif"

const darkRules = (prefix: string): string =>
  [
    `${prefix}.paper, ${prefix}.paper > table > tbody > tr > td { background-color: ${dark.paper} !important; }`,
    `${prefix}.card { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }`,
    `${prefix}.well { background-color: ${dark.sunken} !important; }`,
    `${prefix}.ink { color: ${dark.ink} !important; }`,
    `${prefix}.soft { color: ${dark.soft} !important; }`,
    `${prefix}.line { border-color: ${dark.line} !important; }`,
    `${prefix}.link { color: ${dark.link} !important; }`,
    `${prefix}.on-light { display: none !important; }`,
    `${prefix}.on-dark { display: inline-block !important; }`,
  ].join('\n')

/** Inline styles win without !important. Outlook.com marks the mail with an attribute instead of asking the media query. */
export const headStyle = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
${darkRules('')}
}
${darkRules('[data-ogsc] ')}
@media (max-width: 480px) {
.card, .footer { padding-left: 16px !important; padding-right: 16px !important; }
}`

const text: CSSProperties = { color: light.ink, fontFamily: font, fontSize: 15, lineHeight: '24px', margin: '0 0 16px' }
const numbers: CSSProperties = { fontVariantNumeric: 'tabular-nums' }
const cell: CSSProperties = {
  ...text,
  margin: 0,
  padding: '8px 0',
  borderBottom: `1px solid ${light.line}`,
  verticalAlign: 'top',
}

export const inline = {
  paper: { backgroundColor: light.paper, margin: 0, padding: '24px 0' },
  card: {
    width: '100%',
    maxWidth: 560,
    boxSizing: 'border-box',
    backgroundColor: light.surface,
    border: `1px solid ${light.line}`,
    borderRadius: 12,
    padding: '24px 32px 16px',
  },
  header: { margin: '0 0 24px' },
  brand: { ...text, margin: 0, textDecoration: 'none' },
  logo: { display: 'inline-block', verticalAlign: 'middle', border: 0 },
  brandName: { fontSize: 17, fontWeight: 650, verticalAlign: 'middle', paddingLeft: 8 },
  title: { ...text, fontSize: 20, lineHeight: '28px', fontWeight: 650 },
  text,
  well: { backgroundColor: light.sunken, borderRadius: 8, margin: '0 0 24px', padding: '16px 20px', width: '100%' },
  label: { ...text, color: light.soft, fontSize: 14, lineHeight: '20px', margin: 0 },
  amount: { ...text, ...numbers, fontSize: 30, lineHeight: '38px', fontWeight: 650, margin: 0 },
  paise: { color: light.soft, fontSize: 20, fontWeight: 500 },
  code: { ...text, ...numbers, fontSize: 32, lineHeight: '40px', fontWeight: 650, letterSpacing: 6, margin: 0 },
  rows: { margin: '0 0 24px' },
  rowLabel: { ...cell, color: light.soft, fontSize: 14, fontWeight: 400, paddingRight: 16 },
  rowValue: { ...cell, ...numbers, textAlign: 'right' },
  link: { color: light.link, textDecoration: 'underline' },
  footer: { width: '100%', maxWidth: 560, boxSizing: 'border-box', padding: '20px 32px 0' },
  small: { ...text, color: light.soft, fontSize: 13, lineHeight: '20px', margin: '0 0 4px' },
} as const satisfies Record<string, CSSProperties>

export const buttonStyle = ({ colour, ink }: { readonly colour: string; readonly ink: string }): CSSProperties => ({
  ...text,
  backgroundColor: colour,
  color: ink,
  borderRadius: 8,
  fontWeight: 650,
  margin: '0 0 24px',
  padding: '12px 20px',
  textDecoration: 'none',
})
