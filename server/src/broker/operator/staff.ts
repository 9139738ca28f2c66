import { randomInt } from 'node:crypto'
import type { Body } from '@sauda/contract/platform/call'
import {
  isAdministrator,
  isStandardRole,
  operatorCalls,
  operatorErrors,
  rightsOf,
  roles,
} from '@sauda/contract/broker/operator'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { proposalKindNames } from '@sauda/contract/core/proposal'
import { isSingle } from '../../core/approval/waive.ts'
import type { AppContext, StaffContext } from '../../app/app-context.ts'
import { isSeparated } from '../../core/approval/approver.ts'
import {
  announceChange,
  changeOrPropose,
  changeReply,
  pendingProposals,
  type ProposalHandlers,
  waiting,
} from '../../core/approval/proposal.ts'
import { breaksUnique, requireRow, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { randomToken } from '../../platform/secret.ts'
import { hashPassword } from '../../core/session/password.ts'
import { endSessions } from '../../core/session/session.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import {
  countByRole,
  disable,
  findOperator,
  insertOperator,
  lockOperators,
  reset,
  selectRoleRights,
  selectStaff,
  setRole,
} from './operator.sql.ts'
import { requireRole } from './roles.ts'
import { newOperatorEvidence, operatorEvidence, rightsEvidence, rightsOfRole } from './staff.describe.ts'
import { mailInvitation } from './invitation.ts'

export async function listOperators({ config, db }: Pick<AppContext, 'config' | 'db'>) {
  const [given, counts, separated] = await Promise.all([
    selectRoleRights(db),
    countByRole(db),
    isSeparated({ config }, db),
  ])
  const own = given.map(({ role }) => role).filter((role) => !isStandardRole(role))
  return {
    operators: await selectStaff(db),
    pending: await pendingProposals(db, proposalKinds),
    roles: [...Object.keys(roles), ...own].map((role) => ({
      role,
      rights: [...rightsOf(role, separated, given.find((row) => row.role === role)?.rights)],
      isOwn: !isStandardRole(role),
      operators: counts.find((row) => row.role === role)?.operators ?? 0,
    })),
  }
}

export async function holdersOf(context: Pick<AppContext, 'config' | 'db'>, right: string) {
  const { operators, roles: all } = await listOperators(context)
  const held = all.filter(({ rights }) => rights.some((each) => each === right)).map(({ role }) => role)
  return {
    roles: held,
    operators: operators.filter(({ disabled, role }) => !disabled && held.includes(role)).map(({ name }) => name),
  }
}

const proposalKinds = proposalKindNames.filter((kind) => kind.startsWith('operator.'))

type NewStaff = Body<typeof operatorCalls.addOperator>

type StaffChange = { readonly action: string; readonly before?: object; readonly after: object }

/** `id` of the operator whom it changes. */
const record = (context: StaffContext, tx: Tx, by: ByOperator, id: string, change: StaffChange): Promise<void> =>
  recordByOperator(context, tx, by, { ...change, subjectId: id, topic: 'operator', id })

/** Under APPROVALS=single the generated password is returned only here and stored as a hash. */
export async function addOperator(
  context: StaffContext,
  { body, ...by }: RequestInput<typeof operatorCalls.addOperator>,
) {
  const { name, email, role } = body
  const missing = operatorErrors.unknownRole
  const summary = `Add ${name} (${email}) as an operator with the role ${role}`
  const change = { kind: 'operator.add' as const, payload: body, summary, operator: by.operator, ip: by.ip }
  const password = isSingle(context) ? newPassword() : undefined
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const result = await context.db.transaction(async (tx) => {
    await requireRole(tx, role, missing)
    return changeOrPropose(context, tx, change, () =>
      passwordHash === undefined
        ? invite(context, tx, by, body, by.operator.id)
        : insert(context, tx, by, { ...body, passwordHash, createdBy: by.operator.id }),
    )
  })
  if ('proposal' in result) return waiting(result.proposal)
  return { operator: result.done, ...(password !== undefined && { password }) }
}

async function invite(context: StaffContext, tx: Tx, by: ByOperator, body: NewStaff, createdBy: string) {
  await requireRole(tx, body.role, operatorErrors.roleGone)
  // The hash of a password that nobody knows.
  const passwordHash = await hashPassword(randomToken())
  const operator = await insert(context, tx, by, { ...body, passwordHash, createdBy })
  await mailInvitation(context, tx, { ...operator, id: operator._id, passwordHash })
  return operator
}

async function insert(
  context: StaffContext,
  tx: Tx,
  by: ByOperator,
  { name, email, role, ...rest }: NewStaff & { readonly passwordHash: string; readonly createdBy: string },
) {
  const id = newId()
  const handedOut = isSingle(context)
  await insertOperator(tx, { id, name, email, role, handedOut, ...rest }).catch((error: unknown) => {
    throw breaksUnique(error, 'operator_email_key') ? new AppError(operatorErrors.emailTaken) : error
  })
  await record(context, tx, by, id, { action: 'operator.add', after: { name, email, role } })
  return { _id: id, name, email, role, disabled: false, twoStep: false }
}

type RoleInput = RequestInput<typeof operatorCalls.changeRole>
type NewRole = { readonly operatorId: string; readonly role: RoleInput['body']['role'] }

export async function changeRole(context: StaffContext, { params, body: { role }, ...by }: RoleInput) {
  const { operatorId } = params
  if (operatorId === by.operator.id) throw new AppError(operatorErrors.notYourRole)
  const result = await context.db.transaction(async (tx) => {
    await requireRole(tx, role, operatorErrors.unknownRole)
    const { name, role: before } = await requireRow(findOperator(tx, operatorId))
    const summary = `Change the role of ${name} from ${before} to ${role}`
    const payload: NewRole = { operatorId, role }
    const change = { kind: 'operator.role' as const, payload, summary, operator: by.operator, ip: by.ip }
    return changeOrPropose(context, tx, change, () => giveRole(context, tx, by, payload))
  })
  return changeReply(result, 'Role changed')
}

/** The operator's approvals do not count for a day. */
async function giveRole(context: StaffContext, tx: Tx, by: ByOperator, { operatorId, role }: NewRole): Promise<void> {
  await requireRole(tx, role, operatorErrors.roleGone)
  const subject = await lockWith(tx, by, operatorId)
  if (subject.disabled) throw new AppError(operatorErrors.disabled)
  if (subject.role === role) throw new AppError(operatorErrors.sameRole)
  await setRole(tx, operatorId, role)
  await record(context, tx, by, operatorId, {
    action: 'operator.role',
    before: { role: subject.role },
    after: { role },
  })
  await context.lapse(tx, by)
}

type ResetInput = RequestInput<typeof operatorCalls.resetOperator>
/** `enable`: the operator was disabled when it was asked for. */
type NewLogin = { readonly operatorId: string; readonly enable: boolean }

export async function resetOperator(context: StaffContext, { params: { operatorId }, ...by }: ResetInput) {
  if (operatorId === by.operator.id) throw new AppError(operatorErrors.notYourReset)
  const result = await context.db.transaction(async (tx) => {
    const { name, disabled } = await requireRow(findOperator(tx, operatorId))
    const summary = disabled ? `Enable the login of ${name} again` : `Reset the login of ${name}`
    const payload: NewLogin = { operatorId, enable: disabled }
    const change = { kind: 'operator.reset' as const, payload, summary, operator: by.operator, ip: by.ip }
    return changeOrPropose(context, tx, change, () => giveAccess(context, tx, by, payload, by.operator.id))
  })
  return changeReply(result, 'A link to choose a new password was sent')
}

/** Removes everything an intruder could have kept, and mails a link. */
async function giveAccess(
  context: StaffContext,
  tx: Tx,
  by: ByOperator,
  { operatorId, enable }: NewLogin,
  requestedBy: string,
): Promise<void> {
  if (operatorId === by.operator.id) throw new AppError(operatorErrors.notYourReset)
  const { name, email, disabled } = await lockWith(tx, by, operatorId)
  if (disabled !== enable) throw new AppError(disabled ? operatorErrors.disabled : operatorErrors.notDisabled)
  const passwordHash = await hashPassword(randomToken())
  await reset(tx, { id: operatorId, passwordHash, by: requestedBy })
  await context.passkeys.removeAll(tx, operatorId)
  await context.twoStep.remove(tx, operatorId)
  await endSessions(tx, operatorId)
  await mailInvitation(context, tx, { id: operatorId, name, email, passwordHash }, 'reset')
  await record(context, tx, by, operatorId, {
    action: 'operator.reset',
    before: { disabled },
    after: { disabled: false },
  })
}

/** Prevents logins and ends the operator's sessions. */
export async function disableOperator(
  context: StaffContext,
  { params: { operatorId }, ...by }: RequestInput<typeof operatorCalls.disableOperator>,
) {
  if (operatorId === by.operator.id) throw new AppError(operatorErrors.notYourself)
  await context.db.transaction(async (tx) => {
    const subject = await lockWith(tx, by, operatorId)
    if (subject.disabled) return
    // Before they are disabled, so that an administrator gets the mail too.
    await announceChange(context, tx, `${subject.name} can no longer log in`, [`Disabled by ${by.operator.name}.`])
    await disable(tx, operatorId)
    await endSessions(tx, operatorId)
    const change = { before: { disabled: false }, after: { disabled: true } }
    await record(context, tx, by, operatorId, { action: 'operator.disable', ...change })
    await context.lapse(tx, by)
  })
}

/** Locks both rows in one order. Of two administrators who disable or demote each other, the second is rejected. */
async function lockWith(tx: Tx, { operator }: ByOperator, operatorId: string) {
  const rows = await lockOperators(tx, [operator.id, operatorId])
  const [subject, by] = [operatorId, operator.id].map((id) => rows.find((row) => row.id === id))
  if (!subject) throw new AppError(commonErrors.notFound)
  if (!by || by.disabled) throw new AppError(commonErrors.notSignedIn)
  if (!isAdministrator(by.role)) throw new AppError(commonErrors.noRight)
  return subject
}

export const operatorProposals = (
  context: StaffContext,
): ProposalHandlers<'operator.add' | 'operator.role' | 'operator.reset'> => ({
  'operator.add': {
    carryOut: (tx, payload, { requestedBy, ...by }) =>
      invite(context, tx, by, operatorCalls.addOperator.body.parse(payload), requestedBy),
    describe: async (tx, { email, role }) => ({
      evidence: [
        await newOperatorEvidence(tx, email),
        rightsEvidence(`Rights of the role ${role}`, [], await rightsOfRole(tx, role)),
      ],
    }),
  },
  'operator.role': {
    carryOut: (tx, payload, by) => giveRole(context, tx, by, payload),
    async describe(tx, { operatorId, role }) {
      const subject = await requireRow(findOperator(tx, operatorId))
      const rights = await Promise.all([subject.role, role].map((each) => rightsOfRole(tx, each)))
      return {
        before: { role: subject.role },
        evidence: [operatorEvidence(subject), rightsEvidence('Rights', rights[0] ?? [], rights[1] ?? [])],
      }
    },
  },
  'operator.reset': {
    carryOut: (tx, payload, { requestedBy, ...by }) => giveAccess(context, tx, by, payload, requestedBy),
    async describe(tx, { operatorId }) {
      const subject = await requireRow(findOperator(tx, operatorId))
      return { evidence: [operatorEvidence(subject)] }
    },
  },
})

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 79 random bits as `xxxx-xxxx-xxxx-xxxx`, without letters that look like digits. */
export function newPassword(): string {
  const text = Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}
