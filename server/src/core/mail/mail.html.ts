import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Img } from '@react-email/img'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Config } from '../../config.ts'
import type { MailBlock, MailLogo, MailPicture } from './mail.ts'
import { buttonStyle, headStyle, inline } from './mail.style.ts'

export type MailBrand = Pick<
  Config,
  | 'brandColours'
  | 'brandName'
  | 'grievanceOfficer'
  | 'legalAddress'
  | 'legalName'
  | 'mode'
  | 'publicUrl'
  | 'sebiRegistration'
  | 'supportEmail'
>

export type HtmlMail = { readonly html: string; readonly pictures: readonly MailPicture[] }
type MailContent = { readonly subject: string; readonly blocks: readonly MailBlock[] }
export type MailHtml = ReturnType<typeof createMailHtml>

type Block<K> = Extract<MailBlock, { readonly kind: K }>

/** React Email's elements are tables with inline styles, which mail programs need; React escapes every text. */
export function createMailHtml(brand: MailBrand, logo: MailLogo) {
  const render = (mail: MailContent, sourceOf: (picture: MailPicture) => string): string =>
    `<!DOCTYPE html>${renderToStaticMarkup(page(brand, mail, header(brand, logo, sourceOf)))}`
  return {
    /** The pictures are part of the mail: loaded from a server, they would reveal who reads it, and when. */
    toSend: (mail: MailContent): HtmlMail => ({
      html: render(mail, ({ id }) => `cid:${id}`),
      pictures: [logo.light, ...(logo.dark ? [logo.dark] : [])],
    }),
    toPreview: (mail: MailContent): string =>
      render(mail, ({ bytes }) => `data:image/png;base64,${bytes.toString('base64')}`),
  }
}

function page(brand: MailBrand, { subject, blocks }: MailContent, logo: ReactElement): ReactElement {
  const amount = blocks.find((block): block is Block<'amount'> => typeof block !== 'string' && block.kind === 'amount')
  const [first] = blocks.filter((block) => typeof block === 'string' && !block.startsWith('Hello '))
  return h(
    Html,
    { lang: 'en-IN' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, subject),
      h('style', null, headStyle),
    ),
    h(
      Body,
      { className: 'paper', style: inline.paper },
      h(Preview, null, typeof first === 'string' ? first : subject),
      h(
        Container,
        { className: 'card', style: inline.card },
        logo,
        amount ? amountPart(amount) : h('h1', { className: 'ink', style: inline.title }, subject),
        ...blocks.map((block, index) => h(Fragment, { key: index }, part(brand, block))),
      ),
      footer(brand, !JSON.stringify(blocks).includes(brand.supportEmail)),
    ),
  )
}

function header(
  { brandName, publicUrl }: MailBrand,
  { light, dark, hasName }: MailLogo,
  sourceOf: (picture: MailPicture) => string,
): ReactElement {
  const picture = (each: MailPicture, className: string, style: object) =>
    h(Img, {
      className,
      style: { ...inline.logo, ...style },
      src: sourceOf(each),
      width: each.width,
      height: each.height,
      alt: hasName ? brandName : '',
      // Otherwise React adds a link that preloads it.
      fetchPriority: 'low',
    })
  return h(
    Section,
    { style: inline.header },
    h(
      Link,
      { href: publicUrl, className: 'ink', style: inline.brand },
      picture(light, dark ? 'on-light' : '', {}),
      dark && picture(dark, 'on-dark', { display: 'none' }),
      !hasName && h('span', { style: inline.brandName }, brandName),
    ),
  )
}

function part(brand: MailBrand, block: MailBlock): ReactNode {
  if (typeof block === 'string') return paragraph(brand, block)
  switch (block.kind) {
    // Above everything else.
    case 'amount':
      return null
    case 'code':
      return h(
        Section,
        { className: 'well', style: inline.well },
        h(Text, { className: 'ink', style: inline.code }, block.code),
      )
    case 'rows':
      return rows(block)
    case 'button':
      return h(
        Fragment,
        null,
        block.lead !== undefined && paragraph(brand, block.lead),
        h(Button, { href: block.url, className: 'button', style: buttonStyle(brand.brandColours) }, block.label),
      )
  }
}

/** The paise are less prominent than the rupees. */
function amountPart({ label, amount }: Block<'amount'>): ReactElement {
  const [, rupees = amount, paise = ''] = /^(.*)(\.\d\d)$/.exec(amount) ?? []
  return h(
    Section,
    { className: 'well', style: inline.well },
    h(Text, { className: 'soft', style: inline.label }, label),
    h(
      'h1',
      { className: 'ink', style: inline.amount },
      rupees,
      h('span', { className: 'soft', style: inline.paise }, paise),
    ),
  )
}

const rows = (block: Block<'rows'>): ReactElement =>
  h(
    Fragment,
    null,
    block.title !== undefined &&
      h(
        Text,
        { className: 'ink', style: inline.text },
        block.url === undefined
          ? block.title
          : h(Link, { className: 'link', style: inline.link, href: block.url }, block.title),
      ),
    h(
      'table',
      { width: '100%', cellPadding: 0, cellSpacing: 0, style: inline.rows },
      h(
        'tbody',
        null,
        block.rows.map(([label, value], index) =>
          h(
            'tr',
            { key: index },
            h('th', { scope: 'row', align: 'left', className: 'soft line', style: inline.rowLabel }, label),
            h('td', { className: 'ink line', style: inline.rowValue }, value),
          ),
        ),
      ),
    ),
  )

const paragraph = (brand: MailBrand, text: string): ReactElement =>
  h(
    Text,
    { className: 'ink', style: inline.text },
    text
      .split('\n')
      .flatMap((line, index) => [...(index > 0 ? [h('br', { key: index })] : []), ...linked(brand, line)]),
  )

/** Only our own addresses become links; a typed reason must not. */
function linked({ publicUrl, supportEmail }: MailBrand, line: string): ReactNode[] {
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const ours = new RegExp(`(${escaped(publicUrl)}(?:/[\\w/-]*)?(?![\\w.-])|${escaped(supportEmail)})`)
  return line.split(ours).map((piece, index) =>
    index % 2 === 0
      ? piece
      : h(
          Link,
          {
            key: `${index}${piece}`,
            className: 'link',
            style: inline.link,
            href: piece === supportEmail ? `mailto:${piece}` : piece,
          },
          piece,
        ),
  )
}

/** In live mode the legal identity, as on every page; a contact only if the mail names none. */
function footer(brand: MailBrand, hasContact: boolean): ReactElement {
  const { brandName, legalName, sebiRegistration, legalAddress, grievanceOfficer, supportEmail } = brand
  const lines =
    brand.mode === 'demo'
      ? [`${brandName} demo: not run by a broker, and no real money moves.`]
      : [
          [legalName, legalAddress].filter(Boolean).join(', '),
          `SEBI registration ${sebiRegistration}`,
          `Grievance officer: ${grievanceOfficer}`,
          'Complaints to SEBI: scores.sebi.gov.in. Online dispute resolution: smartodr.in.',
        ]
  return h(
    Container,
    { className: 'footer', style: inline.footer },
    [...lines, ...(hasContact ? [`Questions? Write to ${supportEmail}.`] : [])].map((line) =>
      h(Text, { key: line, className: 'soft', style: inline.small }, linked(brand, line)),
    ),
  )
}
