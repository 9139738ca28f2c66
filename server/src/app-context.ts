import type { audit } from './audit/audit.ts'
import type { RecordRefusal } from './audit/refusal.ts'
import type { AccountNumberCipher } from './bank/bank.cipher.ts'
import type { MountCommand } from './idempotency/idempotency.ts'
import type { QueueMail } from './mail/mail.ts'
import type { NotifyScreens } from './notice/notice.ts'
import type { Config } from './config.ts'
import type { Db } from './platform/db.ts'
import type { Files } from './platform/files.ts'
import type { Log } from './platform/log.ts'
import type { Mount } from './platform/mount.ts'
import type { Secret } from './platform/secret.ts'
import type { TwoStep } from './session/totp.ts'

export type AppContext = {
  readonly mount: Mount
  readonly mountCommand: MountCommand
  readonly db: Db
  readonly config: Config
  readonly secret: Secret
  /** Encrypts and decrypts clients' bank account numbers. */
  readonly accounts: AccountNumberCipher
  readonly files: Files
  readonly log: Log
  readonly audit: typeof audit
  readonly recordRefusal: RecordRefusal
  readonly mail: QueueMail
  readonly notifyScreens: NotifyScreens
  readonly twoStep: TwoStep
  /** Runs `work` at this interval until stop. A failed run is logged; the next one still happens. */
  readonly every: (milliseconds: number, name: string, work: () => Promise<unknown>) => void
}

export type RouteContext = Pick<AppContext, 'mount' | 'mountCommand' | 'every'>

// The dependencies of each feature's functions. A function that needs fewer names them with `Pick`.
export type AuditContext = Pick<AppContext, 'config' | 'db' | 'log' | 'secret'>
export type AuthContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'mail' | 'notifyScreens' | 'secret' | 'twoStep'>
export type BankContext = Pick<AppContext, 'accounts' | 'audit' | 'config' | 'db' | 'mail' | 'notifyScreens'>
export type ChargeContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'mail' | 'notifyScreens'>
export type ConfirmationContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'mail' | 'secret' | 'twoStep'>
export type ContentContext = Pick<AppContext, 'audit' | 'db' | 'files' | 'notifyScreens'>
export type HealthContext = Pick<AppContext, 'config' | 'db'>
export type KycContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'files' | 'mail' | 'notifyScreens' | 'secret'>
export type LedgerContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'log' | 'mail' | 'notifyScreens'>
export type LoanContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'mail' | 'notifyScreens'>
export type MailContext = Pick<AppContext, 'config' | 'db' | 'log' | 'notifyScreens' | 'secret'>
export type MarketContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'every' | 'log' | 'mail' | 'notifyScreens'>
export type NoticeContext = Pick<AppContext, 'db'>
export type OperatorContext = Pick<
  AppContext,
  'audit' | 'config' | 'db' | 'mail' | 'notifyScreens' | 'secret' | 'twoStep'
>
export type ProfileContext = Pick<AppContext, 'accounts' | 'audit' | 'config' | 'db' | 'files' | 'notifyScreens'>
export type ReconciliationContext = Pick<AppContext, 'audit' | 'db' | 'notifyScreens'>
export type SessionContext = Pick<
  AppContext,
  'audit' | 'config' | 'db' | 'mail' | 'notifyScreens' | 'secret' | 'twoStep'
>
export type SettingContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'mail' | 'notifyScreens'>
export type TradeContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'mail' | 'notifyScreens'>
export type WalletContext = Pick<AppContext, 'accounts' | 'audit' | 'config' | 'db' | 'mail' | 'notifyScreens'>
