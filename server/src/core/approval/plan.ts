import type { Payload, ProposalKind } from '@sauda/contract/core/proposal'
import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import { withFullStop } from '@sauda/contract/platform/sentence'
import type { AppContext } from '../../app/app-context.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import type { AuditEntry, ByOperator } from '../audit/audit.ts'
import { type Journal, post } from '../ledger/ledger.ts'
import type { About, Notice } from '../notice/notice.ts'
import type { Mail } from '../mail/mail.ts'
import type { ApprovalContext } from './approval.policy.ts'
import { type Decision, type Executor, type ProposalHandler, proposeUnlessWaived } from './proposal.ts'
import type { Described } from './review.ts'
import { isSingle } from './waive.ts'

/** Where a plan reads. With `tx`, what it reads stays locked until the transaction ends: the only difference between preview and booking. */
export type Reading = { readonly sql: Sql; readonly tx?: Tx }

export const locked = (tx: Tx): Required<Reading> => ({ sql: tx, tx })

/** What a command would do, decided before anything is written: what is shown is what is done. */
export type Plan<Shown extends object = object, Written = unknown> = Decision & {
  /** The reply of the preview without its warnings. */
  readonly shown?: Shown
  /** Sentences without a full stop that do not prevent it. */
  readonly warnings?: readonly string[]
  /** Why it cannot be carried out as it is shown. */
  readonly obstacle?: ErrorDefinition | undefined
  /** For the second operator; `toCheck`: the sentences of the preview. */
  review?(toCheck: readonly string[]): Promise<Review> | Review
  readonly journals?: readonly Journal[]
  /** The error if the balance of an account is too low for a journal. */
  readonly insufficient?: ErrorDefinition
  /** The feature's own rows. */
  write(tx: Tx): Promise<Written>
  audit?(written: Written): Omit<AuditEntry, 'by'>
  /** The screens that show what it changes. */
  readonly notices?: readonly [Notice, ...Notice[]]
  mails?(written: Written): readonly (readonly [Mail, About])[]
}

/** What it does to accounts, and the evidence. */
type Review = Pick<Described<ProposalKind>, 'effects' | 'evidence'>

/** A plan that has a preview. */
export type Shows<Shown extends object, Written = unknown> = Plan<Shown, Written> & { readonly shown: Shown }

type PlanContext = ApprovalContext & Pick<AppContext, 'inform'>

/** What a dealer or a second operator reads before the decision. */
export const toCheck = (
  context: ApprovalContext,
  { warnings = [], reasons }: Pick<Plan, 'warnings' | 'reasons'>,
): string[] => [
  ...warnings,
  ...(isSingle(context) ? [] : reasons).map((reason) => `${withFullStop(reason)} A second operator must approve it`),
]

/** The preview. */
export const show = <Shown extends object>(context: ApprovalContext, plan: Shows<Shown>) => ({
  ...plan.shown,
  warnings: toCheck(context, plan),
})

/** Why there is no plan or it cannot be carried out, for lists; undefined if it can. */
export async function obstacle<P extends Plan>(
  load: () => Promise<P | undefined>,
): Promise<{ readonly plan?: P; readonly fault?: AppError }> {
  try {
    const plan = await load()
    return { ...(plan && { plan }), ...(plan?.obstacle && { fault: new AppError(plan.obstacle) }) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { fault: error }
  }
}

/** Carries the plan out, or proposes it to a second operator. */
export function propose<K extends ProposalKind, Given extends Payload<K>, Written>(
  context: PlanContext,
  tx: Tx,
  request: Omit<Parameters<typeof proposeUnlessWaived<K, Given, Written>>[2], 'summary' | 'reasons'>,
  plan: Plan<object, Written>,
) {
  if (plan.obstacle) throw new AppError(plan.obstacle)
  const { clientId, summary, reasons, uses = [] } = plan
  return proposeUnlessWaived(context, tx, { ...request, clientId, summary, reasons, uses }, () =>
    carryOut(context, tx, request, plan),
  )
}

/** Writes what the plan says: its rows, its journals, then the audit row and the mails. */
export async function carryOut<Written>(
  context: PlanContext,
  tx: Tx,
  { operator, ip }: ByOperator,
  plan: Plan<object, Written>,
): Promise<Written> {
  const { journals = [], insufficient, notices } = plan
  if (plan.obstacle) throw new AppError(plan.obstacle)
  const writing = plan.write(tx)
  await Promise.all([writing, ...journals.map((journal) => post(tx, journal, insufficient ?? commonErrors.fault))])
  const written = await writing
  const entry = plan.audit?.(written)
  const [notice, ...others] = notices ?? []
  await Promise.all([
    entry && context.audit(tx, { by: { operator, ip }, ...entry }),
    notice && context.notifyScreens(tx, notice[0], notice[1], notice[2], ...others),
    ...(plan.mails?.(written) ?? []).map(([mail, about]) => context.inform(tx, mail, about)),
  ])
  return written
}

/** The second operator's side of plans of one kind. `reading` locks nothing for a review. */
export const planHandler = <K extends ProposalKind>(
  context: PlanContext,
  load: (tx: Tx, payload: Payload<K>, by: Executor, reading: Reading) => Promise<Plan>,
): ProposalHandler<K> => ({
  async describe(tx, payload, operator) {
    const plan = await load(tx, payload, { operator, requestedBy: operator.id, ip: '' }, { sql: tx })
    const { effects, evidence } = (await plan.review?.(toCheck(context, plan))) ?? {}
    return { ...(!plan.obstacle && { effects }), evidence, obstacle: plan.obstacle }
  },
  carryOut: async (tx, payload, by) => carryOut(context, tx, by, await load(tx, payload, by, locked(tx))),
})
