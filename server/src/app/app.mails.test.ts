import { describe, expect, test } from 'vitest'
import { everyMail } from '../../test/mails.ts'
import { drawMailLogo } from '../broker/brand/brand.pictures.ts'
import { readConfig } from '../config.ts'
import { composeMail, type Mail } from '../core/mail/mail.ts'
import { createMailHtml } from '../core/mail/mail.html.ts'

const live = {
  MODE: 'live',
  LEGAL_NAME: 'Broker Ltd',
  LEGAL_ADDRESS: '1 Dalal Street, Mumbai',
  SEBI_REGISTRATION: 'INZ000000001',
  UPI_ID: 'broker.brk@validbank',
  GRIEVANCE_OFFICER: 'Meera Rao, grievance@broker.example',
  PUBLIC_URL: 'https://portal.broker.example/',
  TRUST_PROXY: '1',
  DESK_URL: 'https://desk.broker.example',
  SMTP_URL: 'smtps://name:secret@mail.broker.example',
  MAIL_FROM: 'Broker <no-reply@broker.example>',
  SUPPORT_EMAIL: 'help@broker.example',
  AUDIT_HEAD_URL: 's3:///heads',
  ADMIN_EMAIL: 'first@broker.example',
  SECRET_KEY: 'q7Zk0vXw2mR9sT4bLh8dYc1nUe6fGj3p',
  BRAND_NAME: 'Broker & Sons',
  BRAND_COLOUR: '#0b3d91',
}
const config = readConfig(live)
const html = createMailHtml(config, await drawMailLogo(config))
const page = ({ subject, blocks = [] }: Mail) => html.toSend({ subject, blocks }).html
const wordsOf = (markup: string) =>
  markup
    .replace(/<!--[^]*?-->|<style>[^]*?<\/style>|<br\/>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
const mails = Object.entries(everyMail(config))

describe.each(mails)('%s', (name, mail) => {
  test('shows a code only if it is a code mail, in the text on a line of its own', () => {
    const isCodeMail = name.startsWith('code to')
    const code = /^\d{6}$/m.exec(mail.text)?.[0]
    expect(code !== undefined).toBe(isCodeMail)
    const codes = mail.blocks?.flatMap((block) =>
      typeof block !== 'string' && block.kind === 'code' ? block.code : [],
    )
    expect(codes).toEqual(isCodeMail ? [code] : [])
    if (code !== undefined) expect(wordsOf(page(mail))).toContain(code)
  })

  test('has at most one amount and one button, whose address the text names too', () => {
    const kinds = mail.blocks?.map((block) => (typeof block === 'string' ? 'text' : block.kind)) ?? []
    for (const once of ['amount', 'button'] as const)
      expect(kinds.filter((kind) => kind === once).length).toBeLessThanOrEqual(1)
    const links = [...page(mail).matchAll(/href="([^"]+)"[^>]*class="button"|class="button"[^>]*href="([^"]+)"/g)]
    expect(links).toHaveLength(kinds.includes('button') ? 1 : 0)
    for (const [, one, other] of links) expect(mail.text).toContain(one ?? other)
  })

  test('carries brand, colour, logo and the legal identity, and loads nothing', () => {
    const markup = page(mail)
    const words = wordsOf(markup)
    for (const fact of ['Broker & Sons', 'Broker Ltd', '1 Dalal Street', 'INZ000000001', 'Meera Rao'])
      expect(words).toContain(fact)
    expect(markup).toContain('src="cid:icon"')
    expect([...markup.matchAll(/\bsrc="(?!cid:)|<script|<link|url\(|@import/g)]).toEqual([])
  })
})

test('says in demo mode that no real money moves, and names no legal identity', async () => {
  const demo = readConfig({})
  const mail = everyMail(demo)['deposit approved']
  const words = wordsOf(
    createMailHtml(demo, await drawMailLogo(demo)).toPreview({ subject: '', blocks: mail?.blocks ?? [] }),
  )
  expect(words).toContain('no real money moves')
  expect(words).not.toContain('SEBI registration')
})

test('shows a name and a reason as text, whatever they contain', () => {
  const name = '<img src=x onerror=alert(1)>'
  const reason = 'Reason: see https://thief.example/login and <a href="https://thief.example">this</a>'
  const markup = page(composeMail({ name, email: 'a@example.com' }, '<script>alert(1)</script>', [reason]))
  expect(markup).not.toMatch(/<script|<img src=x|href="https:\/\/thief/)
  expect(markup).toContain('&lt;script&gt;')
})

test('links to no host whose name only begins like ours', () => {
  const markup = page(
    composeMail({ name: 'A', email: 'a@example.com' }, 'S', [`See ${config.publicUrl}.thief.example/login`]),
  )
  expect(markup).not.toMatch(/href="https:\/\/portal\.broker\.example[^"]+"/)
})
