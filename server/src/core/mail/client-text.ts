import { AppError } from '@sauda/contract/platform/error'
import type { Config } from '../../config.ts'
import type { Sql } from '../../platform/db.ts'
import { ownReferences } from './mail.sql.ts'
import { paymentReferencePattern } from '@sauda/contract/core/name'
import { withAsciiDigits } from '@sauda/contract/banking/reference'
import { clientTextErrors } from '@sauda/contract/client/client-text'

// What a text to a client may not say (settled, section 14). On the server only, because no screen checks it.

/** The addresses where the regulator wants clients to complain. */
const regulators = ['sebi.gov.in', 'smartodr.in']

/** Handles of UPI apps, also with blanks around the sign. */
const apps = 'ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|apl|paytm|upi'
const upiId = new RegExp(`upi://|(?<![\\w.-])[\\w.-]{2,}(?:@[a-z]{2,64}(?![\\w-]*\\.[a-z])| ?@ ?(?:${apps})\\b)`, 'i')
/** Not `to`, `us` or `id`: a full stop without a blank after it is no address. */
const endings =
  'com|in|net|org|co|io|app|me|ly|link|info|xyz|site|online|shop|biz|live|page|top|club|vip|icu|store|tech|website|space|fun|click|buzz|world|support|finance|money|loans?|bank|trade|trading|exchange|broker|dev|ai|cc|tv|uk|ru|cn|eu|pw|tk|ml|ga|cf|gq|mobi|asia|zip|gle|भारत'
const link = new RegExp(
  `(?:https?://|www\\.)[^\\s]+|(?<![@\\p{L}\\p{M}\\p{N}_.-])(?:[\\p{L}\\p{M}\\p{N}-]+\\.)+(?:${endings})(?![\\p{L}\\p{M}\\p{N}_.-]*[\\p{L}\\p{M}\\p{N}_-])(?!@)(?:/[^\\s]*)?`,
  'giu',
)
const dates = /\b(?:19|20)\d\d-\d\d-\d\d\b|\b(?:0?[1-9]|[12]\d|3[01])[-/. ](?:0?[1-9]|1[0-2])[-/. ](?:19|20)\d\d\b/g
/** No amount has more than ten digits before the point. */
const amounts =
  /(?:₹|\brs\.?|\binr)\s*(?:\d,?){1,10}(?:\.\d+)?(?![\d,]*\d)|(?<![\d.,])(?:\d,?){1,10}\.\d{1,2}(?![\d.])/gi
/** Names of requests, trades and clients, QR references, and a registration with SEBI. */
const ourNames = new RegExp(
  String.raw`\b(?:(?:ADD|WDR|CHG|PAY|TRD|SD)\d{5,12}|${paymentReferencePattern}|INZ\d{9})\b`,
  'g',
)
const number = /(?<!\d)\d(?:(?: {1,2}|[._–—-])?\d){8,17}(?!\d)/g
const words = (...all: string[]) => `(?<![\\p{L}\\p{M}\\p{N}])(?:${all.join('|')})(?![\\p{L}\\p{M}\\p{N}])`
const secrets = words(
  'otps?',
  '(?:one[- ]time|verification|login|security|confirmation|\\d+[- ]digit) (?:codes?|passwords?)',
  'pass[ -]?(?:words?|codes?)',
  'm?pins?',
  'cvv',
  '(?<!(?:qr|ifsc|branch|bar|postal)[ -])codes?(?=[^.!?।\\n]{0,40}\\b(?:sms|phone|mobile|e-?mail|received|sent|got|app)\\b)',
  'ओटीपी|पासवर्ड|पिन',
)
const verbs = 'send|share|tell|give|forward|reply|provide|quote|read out|whats ?app|submit|disclose|dictate'
const secret = new RegExp(secrets, 'iu')
const asks = new RegExp(
  `${words(verbs, "type|text|mail|e-?mail|need|require|what(?:[’']?s| is)", 'bhej\\w*|bata\\w*')}|भेज|बता|साझा|शेयर`,
  'iu',
)
const forbids =
  /\b(?:never|not|n[o’']t|nobody|no one|don[’']t|without (?:\w+ing|an?|the|your|any))\b|(?<![\p{L}\p{M}])(?:मत|नहीं|कभी|न)(?![\p{L}\p{M}])/iu
/** A demand after a clause that may forbid something else: "Do not worry, send us your OTP". */
const demands = new RegExp(
  `(?:[,;:–—]|\\b(?:and|but|then|so)\\b)\\s*(?:(?:and|but|then|so|please|kindly|just|now) +)*(?:${verbs})\\b(?! *(?:,|or\\b|and\\b|no\\b)).*${secrets}`,
  'iu',
)

type Allowed = {
  /** Address of the broker's own pages, such as `https://sauda.example`. */
  readonly publicUrl: string
  /** References of the client's own requests. */
  readonly references?: readonly string[]
}

const hostOf = (text: string): string | undefined =>
  URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)?.hostname.toLowerCase()

/** The numbers that could be an account number. */
const accountNumbersIn = (text: string): string[] =>
  [...plain(text).replace(dates, ' ').replace(amounts, ' ').replace(ourNames, ' ').matchAll(number)].map(([found]) =>
    found.replace(/\D/g, ''),
  )

/** Letters and digits in other forms or scripts say the same. */
const plain = (text: string): string => withAsciiDigits(text.normalize('NFKC'))

/** Why a text may not be sent to a client; undefined if it may. */
export function clientTextError(written: string, { publicUrl, references = [] }: Allowed) {
  const text = plain(written)
  if (upiId.test(text)) return clientTextErrors.upi
  const own = [hostOf(publicUrl), ...regulators]
  const isOwn = (host: string) => own.some((each) => host === each || (each !== undefined && host.endsWith(`.${each}`)))
  const foreign = [...text.matchAll(link)].some(([found]) => !isOwn(hostOf(found.replace(/[.,;:!?)]+$/, '')) ?? ''))
  if (foreign) return clientTextErrors.link
  const rest = references.reduce((left, each) => left.replaceAll(each, ' '), text)
  if (accountNumbersIn(rest).some((found) => !references.some((each) => each.endsWith(found))))
    return clientTextErrors.account
  const isAsking = text
    .split(/[.!?।\n]/)
    .some((each) => secret.test(each) && ((asks.test(each) && !forbids.test(each)) || demands.test(each)))
  return isAsking ? clientTextErrors.secret : undefined
}

/** Throws if an operator's text may not be sent to a client: the one check of messages, templates, replies and reasons. */
export async function requireSafeText(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  sql: Sql,
  { clientId, texts }: { readonly clientId?: string | null; readonly texts: readonly (string | null | undefined)[] },
): Promise<void> {
  const written = texts.filter((text) => text !== null && text !== undefined)
  const hasNumber = written.some((text) => accountNumbersIn(text).length > 0)
  const references = clientId && hasNumber ? await ownReferences(sql, clientId) : []
  for (const text of written) {
    const error = clientTextError(text, { publicUrl, references })
    if (error) throw new AppError(error)
  }
}
