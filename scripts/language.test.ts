import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sentences } from '../e2e/sentences.ts'
import { root } from './child.ts'

/** Wording that was replaced, with what to write instead where it is not obvious. Patterns ignore no case unless they say so. */
const replacedWording: readonly [pattern: string, instead: string][] = [
  // Queue and requests
  ['[Ww]aits? for (us|approval)', 'Pending approval'],
  ['Ask again|Asked again', 'Request re-upload'],
  ['Send decision|Decision sent', 'Submit decision'],
  ['Told us of', 'Reported'],
  ['[Ii]n force\\b', 'Active'],
  ['Came just now|came just now', 'Received just now'],
  ['Took a case|Gave a case back', 'Picked up, Released'],
  ['Looked at a photo', 'Viewed document'],
  ['Approved a withdrawal first', 'Gave first approval'],
  ['Look twice before', 'a plain instruction'],
  ['Your role decides nothing', 'You have view-only access'],
  ['behind the product’s back', 'a plain sentence'],
  ['keeps itself current', 'Updates automatically'],
  ['is verified and mailed|is mailed the reason', 'has been notified'],
  ['Decide the PAN card', 'Choose Accept or Re-upload'],
  ['All of the portal opens', 'will be marked Verified'],
  ['with this amount within the hour \\(waits\\)', 'Another pending deposit'],
  // Money
  ['Set aside|set aside', 'On hold for withdrawal'],
  ['Borrowed, not used', 'Unused loan'],
  ['Loans to be paid back', 'Loans outstanding'],
  ['Still to pay', 'Outstanding'],
  ['Amount lent|\\bLent\\b', 'Loan amount, Disbursed'],
  ['Yearly rate', 'Interest rate (% p.a.)'],
  ['Paying it off today', 'To close today'],
  ['What is due next', 'Next instalment'],
  ['What it fits, and why', 'Matched to'],
  ['No line fits it yet', 'No matching bank entry yet'],
  ['Nobody asked for it|No withdrawal explains it', 'Unidentified credit, Unidentified debit'],
  ['Settle exception|How was it settled', 'Close exception, Resolution note'],
  ['Came twice|Came back', 'Duplicate, Returned'],
  ['In the bank.s statement', 'Narration'],
  ['is on its way to your bank', 'is on hold for your withdrawal, until it is approved'],
  ['Latest requests', 'Recent activity'],
  ['was not answered', 'We couldn’t confirm'],
  ['We did not pay this out', 'Withdrawal rejected'],
  ['You act next|The bank acts next|We act next', 'Over to you, With your bank, With us since'],
  ['The client does not have this much', 'Insufficient balance'],
  ['Changes by hand|Ask for adjustment', 'Manual entries, Request adjustment'],
  ['The log is whole|rows fit', 'Audit trail intact: {n} records verified'],
  ['Every figure against the entries', 'Balances checked against ledger entries'],
  ['Withdraw the statement|Withdrawal of a statement', 'Remove the statement, Removal of a statement'],
  // Trading
  ['Fractions are allowed', 'Fractional quantity allowed'],
  ['Buy to undo|is undone by an entry', 'Reverse with a contra entry'],
  ['Reversed by us', 'Reversed trades'],
  ['Sold: cost returned', 'Sale: your cost back'],
  ['Nothing is invested\\.|Nothing has been sold\\.', 'No holdings yet, No sales yet'],
  ['appears here by itself', 'will show up here'],
  ['Found by them too', 'Search aliases, comma-separated'],
  // Loans, settings, security
  ['Ask, read every term', 'Applying is free'],
  ['nothing is lent', 'you borrow nothing until you accept'],
  ['I do not want a nominee|Declare no nominee', 'Opt out of nomination'],
  ['Take back', 'Cancel request, Cancel offer'],
  ['It keeps others out', 'a stolen password isn’t enough'],
  ['I have put the codes away', 'I have saved the codes'],
  ['was set anew', 'was reset'],
  ['Something is not right', 'Something not right?'],
  ['Please send this one again', 'Please send a new photo'],
  ['This page stopped working', 'This page could not be shown'],
  ['Skip to the screen', 'Skip to content'],
  ['Save as CSV', 'Download CSV'],
  ['Nothing can be paid here', 'Demo: no money moves'],
  ['Your wallet was updated', '₹… added to your wallet'],
  ['Lines are never altered', 'Entries are never edited or deleted'],
  // Mails and start page
  ['was not paid out at', 'Withdrawal of … rejected'],
  ['needs a document again', 'Please resend your … photo'],
  ['could not do this:', 'Your … request was rejected'],
  ['took back a loan offer', 'Your loan offer has been cancelled'],
  ['If this is not what you expect', 'Doesn’t look right?'],
  ['Wallet, positions and papers', 'Wallet, positions and documents'],
  ['on a slow line', 'even on slow internet'],
  ['every look at them', 'every view is logged'],
  ['Whoever runs this demonstration', 'Try every screen with practice rupees'],
  // Command line
  ['All is well|Not right:', 'All checks passed, Failed:'],
  ['then ask again\\.', 'then try again'],
]

/** Private vocabulary in names and comments. */
const privateNames: readonly [pattern: string, instead: string][] = [
  ['\\bRefusal\\b', 'AppError'],
  ['\\b(TradeHands|Hands)\\b', 'TradeContext'],
  ['\\b(type|interface) (Asked|Wanted|Done|Kept|Told|Lot|By|Door)\\b', 'a type named after the thing it is'],
  ['\\b(askOnce|enterBy|tellBooks|tellOfPayment|hurry|tidings)\\b', 'a verb and its object'],
  ['\\b(strike|struck) (a|the|as)\\b', 'a technical verb'],
  ['\\bwalls?\\b', 'dependency rules'],
  ['\\b(doors?|drawers?|shelf|shelves)\\b', 'interface, storage'],
  ['\\b(the|our|of|each|a|own) (house|room)s?\\b', 'broker, feature'],
  ['\\bstill pages?\\b|\\bStillPage\\b', 'public page'],
  ['\\b(tellMisses|isSo|dear|anew|whomever)\\b', 'reportMisses, condition, expensive, again'],
  ['\\b[Nn]ormalis(e[sd]?|ing|ation)\\b|\\bnormalise[A-Z]', 'normalize'],
  ['(//|/\\*\\*?) Of ', 'a comment that begins with a noun'],
]

const generated = /^(node_modules|build|dist|output|\.react-router|ifsc)$/
const excluded = ['scripts/language.test.ts', 'CHANGELOG.md', 'e2e/sentences.ts']
const files = [
  '{contract,web,ui,server,portal,desk,e2e,scripts,bench}/**/*.{ts,tsx,css,sql,md}',
  'docs/**/*.md',
  '*.{md,mjs,ts}',
  '.env.example',
  '.dependency-cruiser.mjs',
]
  .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => generated.test(name) }))
  .filter((path) => !excluded.includes(path) && !path.startsWith('server/migrations/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

function findings(pattern: string, instead: string): string[] {
  const words = new RegExp(pattern, 'g')
  // The specification's own sentences stay as they are.
  const specified = Object.values(sentences)
    .flat()
    .filter((sentence) => sentence.length > 8 && sentence.search(words) >= 0)
  return files.flatMap(({ path, text }) => {
    const own = specified.reduce<string>((rest, sentence) => rest.replaceAll(sentence, ''), text)
    return [...own.matchAll(words)].map(
      ({ 0: found, index }) => `${path}:${own.slice(0, index).split('\n').length}: "${found}" (write: ${instead})`,
    )
  })
}

test.each(replacedWording)('no %s', (pattern, instead) => {
  expect(findings(pattern, instead)).toEqual([])
})

test.each(privateNames)('no name like %s', (pattern, instead) => {
  expect(findings(pattern, instead)).toEqual([])
})
