/**
 * What an export and an erasure do with a table that has personal data; each such table is listed (privacy.test.ts). From when an erasure
 * is allowed: `privacyRules.retentionYears` and privacy.sql.ts.
 */
export type PersonalTable = {
  /** What the rows are, for the operator who decides an erasure. */
  readonly title: string
  /** Why rows are not deleted, if not because the books need them. */
  readonly why?: string
  /** The rows of the client `$1`, in SQL, of the table `t`. */
  readonly of: string
  /** False: not given to the client, for the reason beside it. */
  readonly exported?: false
  /** Columns that are not given to the client, besides keys, hashes and operators. */
  readonly omit?: readonly string[]
  /** `delete`, `keep` (records the law or the books require), or the assignments that remove personal data. */
  readonly erase: 'delete' | 'keep' | { readonly set: string }
}

const ofClient = 't.client_id = $1'
const ofOwner = 't.owner_id = $1'
const ofEmail = '= (select email from client where id = $1)'
const erased = "'[erased]'"

/** In the order of the erasure: the client's own row, which has the e-mail address, is the last. */
export const personalTables = {
  session: { title: 'Logins', of: ofClient, omit: ['id'], erase: 'delete' },
  totp: { title: 'Two-step login', of: ofOwner, exported: false, erase: 'delete' },
  recovery_code: { title: 'Recovery codes', of: ofOwner, exported: false, erase: 'delete' },
  passkey: { title: 'Passkeys', of: ofOwner, omit: ['credential_id', 'public_key', 'counter'], erase: 'delete' },
  known_browser: { title: 'Known browsers', of: ofOwner, omit: ['hash'], erase: 'delete' },
  challenge: { title: 'Confirmations', of: ofClient, exported: false, erase: 'delete' },
  one_time_code: { title: 'Codes', of: `t.email ${ofEmail}`, exported: false, erase: 'delete' },
  pending_registration: {
    title: 'Registrations that were not finished',
    of: `t.email ${ofEmail}`,
    exported: false,
    erase: 'delete',
  },
  idempotency: { title: 'Answers kept for repeated calls', of: ofOwner, exported: false, erase: 'delete' },
  notice: { title: 'Messages to open screens', of: ofClient, exported: false, erase: 'delete' },
  notification: { title: 'Notifications', of: ofClient, erase: 'delete' },
  mail: {
    title: 'E-mails',
    of: `(t.client_id = $1 or t.recipient ${ofEmail})`,
    omit: ['body', 'content', 'masked', 'attachment', 'last_error', 'has_secret'],
    erase: 'delete',
  },
  price_alert: { title: 'Price alerts', of: ofClient, erase: 'delete' },
  watch: { title: 'Watchlist', of: ofClient, erase: 'delete' },
  tradebook_trade: {
    title: 'Trades with other brokers, by the client’s own statement',
    of: ofClient,
    omit: ['key'],
    erase: 'delete',
  },
  tradebook: { title: 'Tradebooks of other brokers', of: ofClient, erase: 'delete' },
  deposit_intent: { title: 'Deposits that were prepared', of: ofClient, erase: 'delete' },
  bank_details: { title: 'Bank details', of: ofClient, erase: 'delete' },
  kyc_document: { title: 'Documents and photos', of: ofClient, erase: 'delete' },
  kyc_identity: { title: 'PAN, Aadhaar digits and date of birth', of: ofClient, erase: 'delete' },
  penny_drop: {
    title: 'Checks of bank accounts',
    of: ofClient,
    erase: { set: `name_at_bank = ${erased}, account_lookup = null` },
  },
  imported_client: { title: 'Import of the client', of: ofClient, omit: ['fingerprint'], erase: 'keep' },
  reply: { title: 'Replies about requests', of: ofClient, erase: { set: `text = ${erased}, file_key = null` } },
  message: { title: 'Messages of operators', of: ofClient, erase: { set: `subject = ${erased}, text = ${erased}` } },
  complaint: { title: 'Complaints', of: ofClient, erase: { set: 'reference = null' } },
  complaint_step: {
    title: 'Messages about complaints',
    of: 't.complaint_id in (select id from complaint where client_id = $1)',
    erase: { set: `text = ${erased}` },
  },
  setting_request: {
    title: 'Requests for settings',
    of: ofClient,
    erase: {
      set: `value = case when kind = 'nominee' then '{"nominees": [], "optedOut": false}'::jsonb else value end`,
    },
  },
  // Account numbers in it cannot be read without the data key.
  wallet_request: {
    title: 'Deposits and withdrawals',
    of: ofClient,
    erase: { set: `pay_to_name = case when pay_to_name is null then null else ${erased} end` },
  },
  charge: {
    title: 'Charges',
    of: ofClient,
    erase: { set: "remarks = case when remarks is null then null else '' end" },
  },
  // Notes of operators, which may name a suspicion.
  proposal: {
    title: 'Requests of operators',
    of: ofClient,
    exported: false,
    erase: { set: `summary = ${erased}, payload = '{}'` },
  },
  // Notes of operators may name a suspicion too. Without the data key their text cannot be read.
  note: {
    title: 'Notes of operators',
    why: 'cannot be read without the key, which is destroyed',
    of: ofClient,
    exported: false,
    erase: 'keep',
  },
  consent: { title: 'Accepted privacy notices', why: 'the proof of consent', of: ofClient, erase: 'keep' },
  privacy_request: { title: 'Requests about personal data', of: ofClient, erase: { set: `text = ${erased}` } },
  client_ledger: { title: 'Account in the ledger', of: ofClient, erase: 'keep' },
  journal: { title: 'Bookings', of: ofClient, erase: 'keep' },
  entry: { title: 'Ledger entries', of: ofClient, erase: 'keep' },
  adjustment: { title: 'Adjustments', of: ofClient, erase: 'keep' },
  loan: { title: 'Loans', of: ofClient, erase: 'keep' },
  loan_repayment: {
    title: 'Loan repayments',
    of: 't.loan_id in (select id from loan where client_id = $1)',
    erase: 'keep',
  },
  client_settlement: { title: 'Sale proceeds by settlement', of: ofClient, erase: 'keep' },
  trade: { title: 'Trades', of: ofClient, erase: 'keep' },
  lot: { title: 'Holdings by purchase', of: ofClient, erase: 'keep' },
  holding_line: { title: 'Holdings at the depository', of: ofClient, erase: 'keep' },
  replaced_lot: {
    title: 'Holdings replaced by corporate actions',
    of: 't.lot_id in (select id from lot where client_id = $1)',
    erase: 'keep',
  },
  exchange_trade: { title: 'Trades in files of the exchanges', of: ofClient, erase: 'keep' },
  contract: { title: 'Trades and charges by day', of: ofClient, erase: 'keep' },
  contract_fault: { title: 'Trades that could not be booked', of: ofClient, exported: false, erase: 'keep' },
  contract_note: {
    title: 'Contract notes',
    why: 'numbers without gaps; the files cannot be read without the key, which is destroyed',
    of: ofClient,
    omit: ['trades_hash', 'file_key', 'sha256'],
    erase: { set: 'file_key = null' },
  },
  contract_note_delivery: {
    title: 'Deliveries of contract notes',
    of: 't.note_id in (select id from contract_note where client_id = $1)',
    omit: ['answer'],
    erase: { set: `address = ${erased}, answer = null` },
  },
  contract_note_fault: {
    title: 'Contract notes that could not be issued',
    of: ofClient,
    exported: false,
    erase: 'keep',
  },
  settlement_release: { title: 'Released sale proceeds', of: ofClient, erase: 'keep' },
  dp_charge: { title: 'DP charges', of: ofClient, erase: 'keep' },
  shortage: { title: 'Shares not delivered', of: ofClient, erase: 'keep' },
  levy_adjustment: { title: 'Adjusted STT and stamp duty', of: ofClient, erase: 'keep' },
  levy_difference: {
    title: 'Differences in STT and stamp duty',
    of: 't.contract_id in (select id from contract where client_id = $1)',
    erase: 'keep',
  },
  client_plan: { title: 'Brokerage plans', of: ofClient, erase: 'keep' },
  security_charge: { title: 'Computed STT and stamp duty', of: ofClient, erase: 'keep' },
  trade_reversal: {
    title: 'Reversals of trades',
    of: 't.trade_id in (select id from trade where client_id = $1)',
    erase: 'keep',
  },
  payer_account: { title: 'Known payer accounts', of: ofClient, erase: 'delete' },
  bank_link: { title: 'Bookings of bank entries', of: ofClient, exported: false, erase: 'keep' },
  settlement: { title: 'Settlements', of: ofClient, erase: 'keep' },
  settlement_retention: { title: 'Amounts retained at settlements', of: ofClient, erase: 'keep' },
  closure: { title: 'Closing of the account', of: ofClient, erase: { set: 'failure = null' } },
  sale_request: {
    title: 'Requests to sell holdings',
    of: ofClient,
    omit: ['session_id'],
    erase: { set: `reason = case when reason is null then null else ${erased} end` },
  },
  closure_cashback: { title: 'Cashback that ended or was restored', of: ofClient, erase: 'keep' },
  payout: {
    title: 'Payouts',
    of: 't.request_id in (select id from wallet_request where client_id = $1)',
    erase: 'keep',
  },
  wallet_count: { title: 'Number of requests', why: 'no personal data', of: ofClient, exported: false, erase: 'keep' },
  // Rows are never changed, and are sealed one by one.
  audit: {
    title: 'Audit trail of what the client did',
    why: 'the audit trail is never changed',
    of: "t.actor_kind = 'client' and t.actor_id = $1::text",
    omit: ['era', 'xact', 'actor_kind', 'subject_id'],
    erase: 'keep',
  },
  // Emptied by the erasure of the key itself.
  data_key: {
    title: 'Key of the encrypted data',
    why: 'the key itself is destroyed',
    of: ofOwner,
    exported: false,
    erase: 'keep',
  },
  client: {
    title: 'Name, contact details and login',
    why: 'the number SD and the state of the account stay',
    of: 't.id = $1',
    omit: ['search', 'frozen_reason', 'own_operators'],
    erase: {
      set: `name = 'Erased client', email = 'erased-' || id || '@erased.invalid', mobile = 'erased-' || number,
        password_hash = '', executive_name = '', referral_id = '', photo_key = null, demat = null, note_address = '', note_consent_on = null, own_operators = '{}', kyc_status = 'UNVERIFIED',
        frozen_at = coalesce(frozen_at, now()), frozen_reason = 'Personal data erased'`,
    },
  },
} as const satisfies Record<string, PersonalTable>

export type PersonalTableName = keyof typeof personalTables
export const personalTableNames = Object.keys(personalTables) as PersonalTableName[]
