import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { day as dayField, id, keysOf, line, messageReply, moment, rupeesOut, secondFields } from '../platform/field.ts'

/** contract-note: the signed note of a client and trade day over both exchanges, with a number of its own. */

export const contractNoteRules = {
  /** From the first trade of the client on the day. */
  hours: 24,
  days: 60,
  listed: 500,
  pageRows: 100,
  dispatchCharacters: 60,
  reasonCharacters: 300,
} as const

export const noteStateNames = {
  draft: 'Draft',
  issued: 'Issued',
  paper: 'To be sent on paper',
  accepted: 'Accepted by the mail server',
  bounced: 'Bounced',
  dispatched: 'Sent on paper',
  cancelled: 'Cancelled',
} as const
export type NoteState = keyof typeof noteStateNames

/** Why a note may be cancelled and issued again under a new number. */
export const reissueCauses = {
  file: 'Trade file published again',
  levy: 'Final STT or stamp duty differs',
  code: 'Client code changed by the exchange',
  annulled: 'Trade annulled',
  rate: 'Wrong rate or plan',
} as const
export type ReissueCause = keyof typeof reissueCauses

/** `CN2627-000012`: 16 characters at most, because it is the number of the tax invoice too. */
export const noteNumber = (year: number, number: number): string =>
  `CN${[year, year + 1].map((each) => String(each % 100).padStart(2, '0')).join('')}-${String(number).padStart(6, '0')}`

/** The parts of such a number. */
export function noteNumberParts(text: string): { year: number; number: number } | undefined {
  const [, year, number] = /^CN(\d\d)\d\d-(\d{6,})$/.exec(text) ?? []
  return year === undefined ? undefined : { year: 2000 + Number(year), number: Number(number) }
}

const dayLine = z.object({
  day: z.iso.date(),
  /** When the first note of the day must be issued. */
  dueAt: moment,
  /** Clients with booked trades, without those who need attention first. */
  drafts: z.number(),
  /** With those that bounced or are sent on paper, without those in `accepted`. */
  issued: z.number(),
  /** By the mail server, and not bounced since. */
  accepted: z.number(),
  /** Bounced or without consent to e-mail, and not sent on paper yet. */
  onPaper: z.number(),
  /** Issued after the 24 hours, or not issued although they are over. */
  late: z.number(),
  /** Clients whose note could not be issued. */
  faults: z.number(),
  /** Notes that a newer file of an exchange or clearing corporation contradicts. */
  differences: z.number(),
  isIssuing: z.boolean(),
  /** Why the drafts of the day cannot be issued yet. */
  obstacle: z.optional(z.string()),
  /** Why the notes of the day cannot be issued now. */
  problem: z.optional(z.string()),
})
export type NoteDay = z.infer<typeof dayLine>

const noteLine = z.object({
  _id: id,
  clientId: id,
  name: z.string(),
  saudaId: z.string(),
  net: rupeesOut,
  state: z.enum(keysOf(noteStateNames)),
  /** Absent from a draft. */
  number: z.optional(z.string()),
  issuedAt: z.optional(moment),
  isLate: z.boolean(),
  /** The number of the cancelled note that it replaces or is to replace. */
  replaces: z.optional(z.string()),
  /** Why the draft was not issued. */
  fault: z.optional(z.string()),
  /** What a newer file states otherwise. */
  difference: z.optional(z.string()),
  cancelReason: z.optional(z.string()),
  delivery: z.optional(
    z.object({
      address: z.string(),
      queuedAt: moment,
      acceptedAt: z.optional(moment),
      bouncedAt: z.optional(moment),
      answer: z.optional(z.string()),
    }),
  ),
  dispatch: z.optional(z.object({ number: z.string(), at: moment, by: z.string() })),
})
export type NoteLine = z.infer<typeof noteLine>

const ownNote = z.object({
  _id: id,
  day: z.iso.date(),
  number: z.string(),
  issuedAt: moment,
  net: rupeesOut,
  isCancelled: z.boolean(),
})
export type OwnNote = z.infer<typeof ownNote>

export const contractNoteErrors = {
  noTrades: { status: 404, message: 'No trades are booked for this day' },
  /** The settings are named to administrators only (`days`). */
  noSigner: conflict('Contract notes cannot be issued: the digital signature is not set up. Ask your administrator.'),
  incomplete: conflict(
    'Contract notes cannot be issued: details of the broker that they must state are not set up. Ask your administrator.',
  ),
  unfinished: conflict('Book every trade of this day first: a contract note has all trades of the final files.'),
  waiting: conflict('A trade file of this day is awaiting a second operator or being recorded.'),
  issuing: conflict('The notes of this day are being issued'),
  nothing: conflict('Every client with trades on this day has a contract note'),
  cancelled: conflict('This contract note is cancelled'),
  bounced: conflict('This contract note is recorded as bounced already'),
  notSent: conflict('This contract note was not sent by e-mail'),
  notBounced: conflict('Only a contract note that bounced, or of a client without consent to e-mail, is sent on paper'),
  dispatched: conflict('The dispatch of this contract note is recorded already'),
  erased: conflict('The file of this contract note was removed with the client’s personal data'),
  causeText: invalid('Choose why the note is issued again'),
} as const
const e = contractNoteErrors

const tradedOn = dayField('Choose the trade day')
const who = { alsoFor: 'operator.manage' } as const

export const contractNoteCalls = {
  days: call('GET /desk/contract-notes/days', 'exchange.import', {
    ...who,
    does: 'The latest trade days with booked trades, and how far their contract notes are.',
    reads: ['trade'],
    reply: z.object({
      /** Why no note can be issued with the present settings, which it names to administrators. */
      obstacle: z.optional(z.string()),
      days: z.array(dayLine),
    }),
  }),
  list: call('GET /desk/contract-notes', 'exchange.import', {
    ...who,
    does: 'The contract notes of a trade day, drafts included; those that need attention first.',
    query: z.object({ day: tradedOn }),
    reads: ['trade'],
    reply: z.object({ notes: z.array(noteLine), hasMore: z.boolean() }),
  }),
  issue: call('POST /desk/contract-notes', 'exchange.import', {
    does: 'Issues the contract notes of a trade day: each gets its number, is signed and mailed to the client.',
    body: z.object({ day: tradedOn }),
    reply: messageReply,
    errors: [e.noTrades, e.noSigner, e.incomplete, e.unfinished, e.waiting, e.issuing, e.nothing],
  }),
  draft: call('GET /desk/contract-note-drafts/:clientId', 'exchange.import', {
    ...who,
    does: 'The draft of a contract note as PDF: without number and signature.',
    query: z.object({ day: tradedOn }),
    reads: [],
    reply: 'file',
    errors: [commonErrors.notFound, e.noTrades],
  }),
  file: call('GET /desk/contract-notes/:noteId/file', 'exchange.import', {
    ...who,
    does: 'A duplicate of a contract note: the same bytes as the client got. The audit trail records it.',
    reads: [],
    reply: 'file',
    errors: [commonErrors.notFound, e.erased],
  }),
  bounce: call('POST /desk/contract-notes/:noteId/bounce', 'exchange.import', {
    does: 'Records that the mail with a contract note came back, so that it must be sent on paper.',
    body: z.object({ reason: line('Enter what the mail server reported', contractNoteRules.reasonCharacters) }),
    reply: messageReply,
    errors: [commonErrors.notFound, e.cancelled, e.notSent, e.bounced],
  }),
  dispatch: call('POST /desk/contract-notes/:noteId/dispatch', 'exchange.import', {
    does: 'Records the dispatch on paper of a contract note that bounced or was not mailed.',
    body: z.object({ number: line('Enter the dispatch number', contractNoteRules.dispatchCharacters) }),
    reply: messageReply,
    errors: [commonErrors.notFound, e.cancelled, e.notBounced, e.dispatched],
  }),
  reissue: call('POST /desk/contract-notes/:noteId/reissue', 'exchange.import', {
    does: 'Requests that a second operator cancels a contract note: its trades and charges are reversed and booked again by the newest files, and a note with a new number is issued.',
    body: z.object({
      cause: z.enum(keysOf(reissueCauses), { error: e.causeText.message }),
      reason: forClients(line('Enter a reason', contractNoteRules.reasonCharacters)),
    }),
    reply: z.extend(messageReply, secondFields),
    errors: [commonErrors.notFound, e.cancelled, e.noSigner, e.incomplete, e.waiting],
  }),
  ofClient: call('GET /user/contract-notes/:userId', 'client', {
    does: 'The client’s contract notes, newest first, 100 at a time; `before` is the `_id` of the last one already read, `day` asks for one trade day.',
    query: z.object({ before: z.optional(id), day: z.optional(dayField('Enter a day')) }),
    reads: ['trade'],
    reply: z.object({ notes: z.array(ownNote), hasMore: z.boolean() }),
  }),
  ownFile: call('GET /user/contract-notes/:userId/:noteId', 'client', {
    does: 'A contract note as PDF: the bytes that were issued.',
    reads: [],
    limit: { most: 120, seconds: 3600 },
    reply: 'file',
    errors: [commonErrors.notFound],
  }),
}
