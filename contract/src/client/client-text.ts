/** client-text: what operators may not write to a client, because fraud begins with it. Without schemas. */

export const clientTextErrors = {
  upi: {
    status: 422,
    message:
      'A message to a client may not contain a UPI ID. Leave it out: clients pay only with the QR code and the link that they see after logging in.',
  },
  account: {
    status: 422,
    message:
      'A message to a client may not contain an account number or a telephone number of more than 8 digits. Leave it out; references of the client’s own requests are allowed.',
  },
  link: {
    status: 422,
    message: 'A message to a client may contain no link to another website. Leave it out, or name our own address.',
  },
  secret: {
    status: 422,
    message:
      'A message to a client may not ask for a code, a PIN or a password. Our staff never need one. Remove the sentence.',
  },
} as const
/** Errors of every call whose text a client reads. */
export const clientTextErrorList = Object.values(clientTextErrors)

/** The addresses where the regulator wants clients to complain. */
const regulators = ['sebi.gov.in', 'smartodr.in']

const upiId = /upi:\/\/|(?<![\w.-])[\w.-]{2,}@[a-z]{2,64}(?![\w-]*\.[a-z])/i
const link =
  /(?:https?:\/\/|www\.)[^\s]+|(?<![@\w.-])(?:[a-z0-9-]+\.)+(?:com|in|net|org|co|io|app|me|ly|link|info|xyz|site|online|shop|biz|live|page)(?![\w.-]*[\w-])(?:\/[^\s]*)?/gi
const dates = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[-/. ]\d{1,2}[-/. ]\d{4}\b/g
const amounts = /(?:₹|\brs\.?|\binr)\s*[\d,]+(?:\.\d+)?/gi
/** Groups of digits with blanks or hyphens between them; references such as ADD100001 begin with letters. */
const number = /(?<![A-Za-z\d])\d(?:[ -]?\d){8,17}(?!\d)/g
const secret =
  /\b(?:otp|(?:one[- ]time|verification|login|security|confirmation) (?:code|password)|pass ?(?:word|code)|pin|cvv)\b/i
const asks = /\b(?:send|share|tell|give|forward|reply|provide|quote|read out|type|whats ?app|text|mail|e-?mail|need)\b/i
const forbids = /\b(?:never|not|n[o’']t|nobody|no one|don[’']t|without)\b/i

type Allowed = {
  /** Address of the broker's own pages, such as `https://sauda.example`. */
  readonly publicUrl: string
  /** References of the client's own requests. */
  readonly references?: readonly string[]
}

const hostOf = (text: string): string | undefined =>
  URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)?.hostname.toLowerCase()

/** The numbers that could be an account number. */
export const accountNumbersIn = (text: string): string[] =>
  [...text.replace(dates, ' ').replace(amounts, ' ').matchAll(number)].map(([found]) => found.replace(/[ -]/g, ''))

/** Why a text may not be sent to a client; undefined if it may. */
export function clientTextError(text: string, { publicUrl, references = [] }: Allowed) {
  if (upiId.test(text)) return clientTextErrors.upi
  const own = [hostOf(publicUrl), ...regulators]
  const isOwn = (host: string) => own.some((each) => host === each || (each !== undefined && host.endsWith(`.${each}`)))
  const foreign = [...text.matchAll(link)].some(([found]) => !isOwn(hostOf(found.replace(/[.,;:!?)]+$/, '')) ?? ''))
  if (foreign) return clientTextErrors.link
  if (accountNumbersIn(text).some((found) => !references.includes(found))) return clientTextErrors.account
  const sentences = text.split(/[.!?\n]/)
  const isAsking = sentences.some((each) => secret.test(each) && asks.test(each) && !forbids.test(each))
  return isAsking ? clientTextErrors.secret : undefined
}
