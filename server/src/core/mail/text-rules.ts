import type { ClientTextFault } from '@sauda/contract/platform/client-text'
import { paymentReferencePattern } from '@sauda/contract/core/name'
import { withAsciiDigits } from '@sauda/contract/platform/typed-text'

// What a text that clients read may not say (settled, sections 14 and 15). On the server only, because no screen checks it.

/** The addresses where the regulator wants clients to complain. */
const regulators = ['sebi.gov.in', 'smartodr.in']

/** Handles of UPI apps, also with blanks around the sign. */
const apps = '[a-z]*(?:axis|hdfc|icici|sbi|upi)(?:bank)?|pt[a-z]{3,4}|ybl|ibl|axl|apl|rapl|yapl|paytm|freecharge'
const upiId = new RegExp(
  `upi://|(?<![\\p{L}\\p{M}\\p{N}_.-])[\\p{L}\\p{M}\\p{N}_.-]+(?:@[\\p{L}\\p{M}]{2,64}(?![\\w-]*\\.[a-z]{2})| ?@ ?(?:${apps})(?![\\p{L}\\p{M}\\p{N}_.-]*[\\p{L}\\p{N}])| @(?: ?[a-z]){3,10}(?![a-z])(?<=@(?: [a-z])+))`,
  'iu',
)
/** A handle that is no other word, after the word `at`. */
const spokenUpiId = /[\w.-]+ at (?:ok ?(?:axis|hdfc(?: ?bank)?|icici|sbi)|ybl|ibl|axl|apl|upi)\b/i
/** Not `to`, `us` or `id`: a full stop without a blank after it is no address. */
const endings =
  'com|in|net|org|co|io|app|me|ly|link|info|xyz|site|online|shop|biz|live|page|top|club|vip|icu|store|tech|website|space|fun|click|buzz|world|support|finance|money|loans?|bank|trade|trading|exchange|broker|dev|ai|cc|tv|uk|ru|cn|eu|pw|tk|ml|ga|cf|gq|gl|gd|gy|mobi|asia|zip|gle|sbs|cfd|cyou|भारत'
const label = '[\\p{L}\\p{M}\\p{N}-]+'
const link = new RegExp(
  `(?:h(?:tt|xx)ps?:/{0,2}|www\\.) ?[^\\s]+|(?<![@\\p{L}\\p{M}\\p{N}_.-])(?:${label}\\.)+(?:(?:${endings})(?![\\p{L}\\p{M}\\p{N}_.-]*[\\p{L}\\p{M}\\p{N}_-])(?!@)(?:/[^\\s]*)?|(?!no/)[a-z]{2,12}/[\\p{L}\\p{N}][^\\s]*)|(?<![\\p{N}.])(?:\\d{1,3}\\.){3}\\d{1,3}(?:[:/]\\S+)`,
  'giu',
)
/** An account of a messenger. */
const messenger = /\b(?:telegram|signal|insta(?:gram)?|whats ?app|facebook)\b[^.!?\n]{0,30}(?<![\w.])@\w{3,}/i
/** A listed company that has the name of its website, and nothing else. */
const companyName = /^[a-z0-9-]{2,40}\.(?:com|in|net)(?: india)? (?:limited|ltd\.?)$/i
const dates = /\b(?:19|20)\d\d-\d\d-\d\d\b|\b(?:0?[1-9]|[12]\d|3[01])[-/. ](?:0?[1-9]|1[0-2])[-/. ](?:19|20)\d\d\b/g
/** No amount has more than ten digits before the point, and none of ten begins like the number of a mobile phone. */
const amounts =
  /(?:₹|\brs\.?|\binr)\s*(?![6-9](?:,?\d){9}(?!\d))(?:\d,?){1,10}(?:\.\d+)?(?![\d,]*\d)|(?<![\d.,])(?![6-9]\d{7}\.\d\d(?! ?(?:rupees|inr)))(?:\d,?){1,10}\.\d{1,2}(?![\d.])|(?<![\d.,])(?:\d{1,2}(?:,\d{2}){0,2}|\d{1,3},\d{3}),\d{3}(?![\d,])/gi
/** Names of requests, trades and clients, QR references, and a registration with SEBI. */
const ourNames = new RegExp(
  String.raw`\b(?:(?:ADD|WDR|CHG|PAY|TRD|SD)\d{5,12}|${paymentReferencePattern}|INZ\d{9})\b`,
  'g',
)
const number = /(?<!\d)\d(?:(?: {1,2}|[,._–—-])?\d){8,}(?!\d)/g
/** A number to call in two or three groups, whatever stands between them. */
const callable =
  /(?<!\d)(?:(?:91|0)[^\p{L}\p{N}]{0,3})?[6-9](?=(?:[^\p{L}\p{N}]*\d){9}(?!\d))\d+(?:[^\p{L}\p{N}]{1,4}\d{2,}){1,2}(?!\d)/gu
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
  readonly publicUrl?: string
  /** References of the client's own requests. */
  readonly references?: readonly string[]
}

const hostOf = (text: string): string | undefined =>
  URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)?.hostname.toLowerCase()

/** Letters and digits in other forms or scripts say the same, and so do marks over letters and signs that nobody sees. */
const plain = (text: string): string =>
  withAsciiDigits(
    text.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\u0300-\u036f\u20d0-\u20ff]/gu, ''),
  )

/** Signs of an address that are written as words or in brackets, or with blanks around them. */
const withSigns = (text: string): string =>
  text
    .replace(/ ?[([{<] ?at ?[)\]}>] ?/gi, '@')
    .replace(/ ?[([{<] ?(?:dot|\.) ?[)\]}>] ?|[。．｡․]/gi, '.')
    .replace(/ dot (?=(?:com|net|org|io|app|ly|xyz|info|online)\b)| ?\. ?(?=(?:com|net|org)\b)/gi, '.')

const digitWords = [
  ['zero', 'oh', 'shunya', 'शून्य'],
  ['one', 'ek', 'एक'],
  ['two', 'do', 'दो'],
  ['three', 'teen', 'तीन'],
  ['four', 'char', 'चार'],
  ['five', 'paanch', 'panch', 'पाँच', 'पांच'],
  ['six', 'chhe', 'छह', 'छः', 'छे'],
  ['seven', 'saat', 'सात'],
  ['eight', 'aath', 'आठ'],
  ['nine', 'nau', 'नौ'],
]
const digitOf = new Map(digitWords.flatMap((names, digit) => names.map((name) => [name, String(digit)] as const)))
const digitWord = new RegExp(words(...digitOf.keys()), 'giu')

/** Digits that are written as words, or as the letters O and l between digits. */
const withDigits = (text: string): string =>
  text
    .replace(digitWord, (word) => digitOf.get(word.toLowerCase()) ?? word)
    .replace(/\b(double|triple) (\d)/gi, (_, times: string, digit: string) => digit.repeat(/d/i.test(times) ? 2 : 3))
    .replace(/(?<=\d ?)[Oo](?= ?\d)/g, '0')
    .replace(/(?<=\d ?)[lI|](?= ?\d)/g, '1')

/** The numbers that could be an account number or a telephone number. */
export function accountNumbersIn(text: string): string[] {
  const rest = withDigits(plain(text).replace(dates, ' ').replace(amounts, ' ').replace(ourNames, ' '))
  return [...rest.matchAll(number), ...rest.matchAll(callable)].map(([found]) => found.replace(/\D/g, ''))
}

/** What a text may not say to clients; undefined if it may be read by them. */
export function clientTextFault(
  written: string,
  { publicUrl, references = [] }: Allowed = {},
): ClientTextFault | undefined {
  const text = withSigns(plain(written))
  if (upiId.test(text) || spokenUpiId.test(text)) return 'upi'
  const own = [publicUrl && hostOf(publicUrl), ...regulators]
  const isOwn = (host: string) => own.some((each) => host === each || (each !== undefined && host.endsWith(`.${each}`)))
  const addresses = companyName.test(text) ? [] : [...text.matchAll(link)]
  const isForeign = addresses.some(([found]) => !isOwn(hostOf(found.replace(/[.,;:!?)]+$/, '')) ?? ''))
  if (isForeign || messenger.test(text)) return 'link'
  const rest = references.reduce((left, each) => left.replaceAll(each, ' '), plain(written))
  if (accountNumbersIn(rest).some((found) => !references.some((each) => each.endsWith(found)))) return 'account'
  const isAsking = text
    .split(/[.!?।\n]/)
    .some((each) => secret.test(each) && ((asks.test(each) && !forbids.test(each)) || demands.test(each)))
  return isAsking ? 'secret' : undefined
}
