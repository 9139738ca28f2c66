import type { Evidence } from '@sauda/contract/core/proposal-review'
import type { audit, Actor, ByOperator } from '../core/audit/audit.ts'
import type { RecordRefusal } from '../core/audit/refusal.ts'
import type { AccountNumberCipher } from '../money/bank/bank.cipher.ts'
import type { MountCommand } from '../core/idempotency/idempotency.ts'
import type { QueueMail } from '../core/mail/mail.ts'
import type { Processing } from '../money/wallet/processing.ts'
import type { FindPayee } from '../money/broker-bank/broker-bank.sql.ts'
import type { InformClient, NotifyScreens } from '../core/notice/notice.ts'
import type { Config } from '../config.ts'
import type { Db, Sql, Tx } from '../platform/db.ts'
import type { Files } from '../platform/files.ts'
import type { Log } from '../platform/log.ts'
import type { Mount } from '../platform/mount.ts'
import type { Secret } from '../platform/secret.ts'
import type { FindBlocks } from '../core/queue/payment-block.ts'
import type { FindWarnings } from '../core/queue/warning.ts'
import type { Passkeys } from '../core/session/passkey.ts'
import type { TwoStep } from '../core/session/totp.ts'

export type AppContext = {
  readonly mount: Mount
  readonly mountCommand: MountCommand
  readonly db: Db
  readonly config: Config
  readonly secret: Secret
  /** Encrypts and decrypts clients' bank account numbers. */
  readonly accounts: AccountNumberCipher
  /** The account to which clients pay deposits and charges. */
  readonly payee: FindPayee
  readonly files: Files
  readonly log: Log
  readonly audit: typeof audit
  readonly recordRefusal: RecordRefusal
  readonly mail: QueueMail
  readonly notifyScreens: NotifyScreens
  readonly inform: InformClient
  readonly twoStep: TwoStep
  readonly passkeys: Passkeys
  /** Warnings about clients and requests before a decision. */
  readonly warnings: FindWarnings
  /** Those of them that block payments to a client. */
  readonly blocks: FindBlocks
  /** The bank lines that name a deposit, withdrawal or charge. */
  readonly bankEvidence: (sql: Sql, paymentId: string) => Promise<Evidence[]>
  /** How long deposits and withdrawals usually take. */
  readonly processing: Processing
  /** The effect of a decided withdrawal on the account that it closes. */
  readonly settleClosure: SettleClosure
  /** Runs `work` at this interval until stop. A failed run is logged; the next one still happens. */
  readonly every: (milliseconds: number, name: string, work: () => Promise<unknown>) => void
}

// What some features need besides. A function of several features names what it needs with `Pick`.
export type StaffContext = AppContext & {
  /** Ends the proposals of operators who may no longer make them. */
  readonly lapse: (tx: Tx, by: ByOperator) => Promise<void>
}
type OpenNumber<Sealed> = (clientId: string, sealed: Sealed, dataKey: Buffer | null) => string

export type PrivacyContext = AppContext & {
  readonly openNumber: {
    readonly account: OpenNumber<string>
    readonly pan: OpenNumber<Buffer>
    readonly bornOn: OpenNumber<Buffer>
  }
  readonly eraseKey: (tx: Tx, clientId: string) => Promise<void>
}

/** The withdrawal that closes an account. */
export type ClosurePayout = {
  readonly clientId: string
  readonly requestId: string
  readonly outcome: 'paid' | 'failed' | 'cancelled'
  readonly reason: string | null
  readonly by: Actor
}
/** In the transaction that decides the withdrawal. */
export type SettleClosure = (tx: Tx, payout: ClosurePayout) => Promise<void>
