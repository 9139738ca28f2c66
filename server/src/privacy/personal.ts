/** What an export and an erasure do with a table that has personal data; each such table is listed (privacy.test.ts). */
export type PersonalTable = {
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
  session: { of: ofClient, omit: ['id'], erase: 'delete' },
  totp: { of: ofOwner, exported: false, erase: 'delete' },
  recovery_code: { of: ofOwner, exported: false, erase: 'delete' },
  passkey: { of: ofOwner, omit: ['credential_id', 'public_key', 'counter'], erase: 'delete' },
  known_browser: { of: ofOwner, omit: ['hash'], erase: 'delete' },
  challenge: { of: ofClient, exported: false, erase: 'delete' },
  one_time_code: { of: `t.email ${ofEmail}`, exported: false, erase: 'delete' },
  pending_registration: { of: `t.email ${ofEmail}`, exported: false, erase: 'delete' },
  idempotency: { of: ofOwner, exported: false, erase: 'delete' },
  notice: { of: ofClient, exported: false, erase: 'delete' },
  notification: { of: ofClient, erase: 'delete' },
  mail: {
    of: `(t.client_id = $1 or t.recipient ${ofEmail})`,
    omit: ['body', 'content', 'masked', 'attachment', 'last_error', 'has_secret'],
    erase: 'delete',
  },
  deposit_intent: { of: ofClient, erase: 'delete' },
  bank_details: { of: ofClient, erase: 'delete' },
  kyc_document: { of: ofClient, erase: 'delete' },
  kyc_identity: { of: ofClient, erase: 'delete' },
  penny_drop: { of: ofClient, erase: { set: `name_at_bank = ${erased}, account_lookup = null` } },
  imported_client: { of: ofClient, omit: ['fingerprint'], erase: 'keep' },
  reply: { of: ofClient, erase: { set: `text = ${erased}, file_key = null` } },
  message: { of: ofClient, erase: { set: `subject = ${erased}, text = ${erased}` } },
  complaint: { of: ofClient, erase: { set: 'reference = null' } },
  complaint_step: {
    of: 't.complaint_id in (select id from complaint where client_id = $1)',
    erase: { set: `text = ${erased}` },
  },
  setting_request: {
    of: ofClient,
    erase: {
      set: `value = case when kind = 'nominee' then '{"nominees": [], "optedOut": false}'::jsonb else value end`,
    },
  },
  // Account numbers in it cannot be read without the data key.
  wallet_request: {
    of: ofClient,
    erase: { set: `pay_to_name = case when pay_to_name is null then null else ${erased} end` },
  },
  charge: { of: ofClient, erase: { set: "remarks = case when remarks is null then null else '' end" } },
  // Notes of operators, which may name a suspicion.
  proposal: { of: ofClient, exported: false, erase: { set: `summary = ${erased}, payload = '{}'` } },
  // Notes of operators too; their text cannot be read without the data key.
  note: { of: ofClient, exported: false, erase: 'keep' },
  consent: { of: ofClient, erase: 'keep' },
  privacy_request: { of: ofClient, erase: { set: `text = ${erased}` } },
  client_ledger: { of: ofClient, erase: 'keep' },
  journal: { of: ofClient, erase: 'keep' },
  entry: { of: ofClient, erase: 'keep' },
  adjustment: { of: ofClient, erase: 'keep' },
  loan: { of: ofClient, erase: 'keep' },
  loan_repayment: { of: 't.loan_id in (select id from loan where client_id = $1)', erase: 'keep' },
  trade: { of: ofClient, erase: 'keep' },
  trade_reversal: { of: 't.trade_id in (select id from trade where client_id = $1)', erase: 'keep' },
  payer_account: { of: ofClient, erase: 'delete' },
  bank_link: { of: ofClient, exported: false, erase: 'keep' },
  settlement: { of: ofClient, erase: 'keep' },
  settlement_retention: { of: ofClient, erase: 'keep' },
  closure: { of: ofClient, erase: { set: 'failure = null' } },
  payout: { of: 't.request_id in (select id from wallet_request where client_id = $1)', erase: 'keep' },
  wallet_count: { of: ofClient, exported: false, erase: 'keep' },
  // Rows are never changed, and are sealed one by one.
  audit: {
    of: "t.actor_kind = 'client' and t.actor_id = $1::text",
    omit: ['era', 'xact', 'actor_kind', 'subject_id'],
    erase: 'keep',
  },
  // Emptied by the erasure of the key itself.
  data_key: { of: ofOwner, exported: false, erase: 'keep' },
  old_file: { of: ofOwner, exported: false, erase: 'keep' },
  client: {
    of: 't.id = $1',
    omit: ['search', 'frozen_reason'],
    erase: {
      set: `name = 'Erased client', email = 'erased-' || id || '@erased.invalid', mobile = 'erased-' || number,
        password_hash = '', executive_name = '', referral_id = '', photo_key = null, kyc_status = 'UNVERIFIED',
        frozen_at = coalesce(frozen_at, now()), frozen_reason = 'Personal data erased'`,
    },
  },
} as const satisfies Record<string, PersonalTable>

export type PersonalTableName = keyof typeof personalTables
export const personalTableNames = Object.keys(personalTables) as PersonalTableName[]
