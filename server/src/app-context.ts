import type { audit } from './audit/audit.ts'
import type { AccountNumberCipher } from './bank/bank.cipher.ts'
import type { QueueMail } from './mail/mail.ts'
import type { NotifyScreens } from './notice/notice.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db.ts'
import type { Files } from './platform/files.ts'
import type { Log } from './platform/log.ts'
import type { Mount } from './platform/mount.ts'
import type { Secret } from './platform/secret.ts'
import type { TwoStep } from './session/totp.ts'

/** What app.ts hands every room; a room never reaches for another room itself. */
export type AppContext = {
  readonly mount: Mount
  readonly db: Db
  readonly config: Config
  readonly secret: Secret
  /** Opens and seals the account numbers of clients' banks. */
  readonly accounts: AccountNumberCipher
  readonly files: Files
  readonly log: Log
  readonly audit: typeof audit
  readonly mail: QueueMail
  readonly notifyScreens: NotifyScreens
  readonly twoStep: TwoStep
  /** Runs `work` every so often until stop; a failing round is logged and the next one comes all the same. */
  readonly every: (milliseconds: number, name: string, work: () => Promise<unknown>) => void
}
