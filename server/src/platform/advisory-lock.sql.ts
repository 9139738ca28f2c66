import { selectValue, type Tx } from './db.ts'

/** One list, because two locks with the same number exclude each other. They stay the same from version to version. */
export const advisoryLocks = {
  migrations: 7_234_001,
  auditSeals: 7_234_002,
  walBackup: 7_234_003,
  /** On the connection of a backup: of several that run, one removes what failed ones left. */
  backup: 7_234_110,
  demoSeed: 7_234_004,
  matching: 7_234_005,
  tradeFiles: 7_234_006,
  priceFiles: 7_234_011,
  holdingFiles: 7_234_020,
  brokerChanges: 7_234_007,
  books: 7_234_008,
  firstOperator: 7_234_009,
  /** With the hash of an email address as second number. */
  registration: 7_234_010,
  messages: 7_234_102,
  digest: 7_234_106,
  /** The numbers of contract notes, which have no gaps. */
  contractNotes: 7_234_107,
  /** Shared by postings on a cluster (server/cluster/tables.sql); a check of the books takes it alone until every database has its snapshot. */
  snapshots: 7_234_105,
  /** Shared by postings, in migrations; exclusive while a day is closed. */
  closedDays: 7_234_077,
} as const

export type AdvisoryLock = keyof typeof advisoryLocks

/** Waits for it; held until the transaction ends. */
export const lock = (tx: Tx, name: AdvisoryLock) => tx.run('select pg_advisory_xact_lock($1)', [advisoryLocks[name]])

/** Returns false while another transaction holds it. */
export const tryLock = (tx: Tx, name: AdvisoryLock) =>
  selectValue<boolean>(tx, 'select pg_try_advisory_xact_lock($1)', [advisoryLocks[name]])
