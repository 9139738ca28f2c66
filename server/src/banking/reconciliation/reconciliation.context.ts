import type { PaymentKind } from '@sauda/contract/banking/reconciliation'
import type { AppContext } from '../../app/app-context.ts'
import type { Decider } from '../../core/approval/proposal.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'

export type Outcome = { readonly waitsForSecond: boolean }
export type Decision = { readonly id: string; readonly operator: CurrentOperator; readonly ip: string }

/**
 * Why a deposit or withdrawal is left out; `mustOpen`: on its own page the operator may approve it; `isFirst`: an approval
 * would be the first of two.
 */
export type Obstacle = { readonly reasons: string[]; readonly mustOpen?: true; readonly isFirst?: true }

/** The commands by which an operator approves on the request's own page; nothing else here moves money. */
type Approvals = {
  readonly approve: (
    tx: Tx,
    decision: Decision & {
      readonly kind: PaymentKind
      /** What the client gave, as shown to the operator. */
      readonly entered: string | null
      /** Undefined if the bank gave none. */
      readonly reference: string | undefined
      readonly lineId: string
      readonly amount?: bigint | undefined
      readonly isPart?: true
      /** The version that the operator saw; null if they saw none, and may give the first approval only. */
      readonly version?: string | null | undefined
    },
  ) => Promise<Outcome>
  readonly obstacle: (
    sql: Sql,
    request: { readonly id: string; readonly operator: { readonly id: string }; readonly lineId: string },
  ) => Promise<Obstacle>
  /** A pending deposit for money that arrived without a request, which gets its first approval; returns its id. */
  readonly addReceipt: (
    tx: Tx,
    receipt: {
      readonly clientId: string
      readonly paise: bigint
      readonly bankReference: string | undefined
      readonly requestedBy: string | undefined
    },
  ) => Promise<string>
  /** The bank returned a withdrawal after it had confirmed it. */
  readonly returned: (tx: Tx, payment: Decider & { readonly clientId: string; readonly paise: bigint }) => Promise<void>
}

/** Client money that settlements release, in paise: of each client, the largest first, and in total. */
export type Releasable = {
  readonly total: bigint
  readonly clients: readonly {
    readonly clientId: string
    readonly saudaId: string
    readonly name: string
    readonly paise: bigint
  }[]
}

/** What the features of bank entries need of others. */
export type BankContext = AppContext & {
  readonly approvals: Approvals
  readonly releasable: (sql: Sql, settlementIds: readonly string[]) => Promise<Releasable>
}
