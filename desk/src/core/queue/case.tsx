import type { Right } from '@sauda/contract/platform/call'
import { isOnHold, isOverdue, queueRights, type QueueItem, type QueueKind } from '@sauda/contract/core/queue'
import { AlertBanner } from '@sauda/ui/alert-banner'
import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { LoadedCase } from '../../shell/case-frame.tsx'
import { useCan, useMe } from '../../shell/me.ts'
import { focusDecision, type Opening, type ReviewContext, ShownCase, type Verdict } from '../../shell/review.tsx'
import { useRecent } from '../../shell/recent.ts'
import { markDecidedHere } from './queue-list.tsx'
import { CaseTools, HoldNotice } from './case-tools.tsx'
import { useClaim, useQueue, useViewer } from './queue.api.ts'
import { caseAddress, filterOf, queueAddress, sameItem } from './queue.ts'

/** The case after the open one, supplied by the queue around it. */
export const NextInQueue = createContext<QueueItem | undefined>(undefined)

type Claim = Partial<Pick<QueueItem, 'takenBy' | 'takenById' | 'assigned'>>

interface CaseInput extends Claim, Pick<QueueItem, 'kind' | 'id'> {
  intent: Verdict | undefined
  /** The operator has begun to decide it. */
  isBegun: boolean
  isPending: boolean
  isStale: boolean
}

/** Claims the case once the operator begins to decide it, and names the next one. */
function useCase(shown: CaseInput): ReviewContext {
  const { kind, id, intent, isBegun, isPending, takenBy, takenById, assigned } = shown
  const me = useMe().data
  const can = useCan()
  const { now } = useViewer()
  const filter = filterOf(useSearchParams()[0])
  const here = useQueue().data?.items.find((item) => sameItem(item, shown))
  const following = useContext(NextInQueue)
  const { inList } = useContext(ShownCase)
  const { next, queue, of } = inList ?? {
    next: following && caseAddress(following, filter),
    queue: queueAddress(filter),
  }
  const other = takenById !== undefined && takenById !== me?._id ? takenBy : undefined
  const decides = me !== undefined && can(queueRights[kind])
  useClaim({ kind, id, claimable: isBegun && isPending && decides && other === undefined && !assigned })
  return {
    kind,
    intent,
    next,
    queue,
    of,
    onSend: () => markDecidedHere(id),
    notice: (
      <>
        {other && (
          <AlertBanner tone="warn" title={assigned ? `Assigned to ${other}` : `${other} is working on this case`}>
            Only the first decision counts.
          </AlertBanner>
        )}
        {here?.hold && <HoldNotice hold={here.hold} onHold={isOnHold(here, now)} />}
      </>
    ),
    isOverdue: here !== undefined && isOverdue(here, now),
    isStale: shown.isStale,
    tools: here && decides && isPending && <CaseTools item={here} after={next ?? queue} />,
  }
}

export interface CasePageProps<Case> {
  /** The title while nothing of the case is known. */
  title: string
  right?: Right
  id: string
  kind: QueueKind | ((known: Case) => QueueKind)
  isPending: (known: Case) => boolean
  query: UseQueryResult<Case>
  children: (known: Case, context: ReviewContext) => ReactNode
}

interface Named {
  clientName?: string | undefined
  /** ADD100001 or WDR100001; only deposits and withdrawals have one. */
  transactionId?: string
}

const nameOf = ({ transactionId, clientName }: Named) => [transactionId, clientName].filter(Boolean).join(' ')

/** Evidence and decision of a case, beside the queue where there is room. */
export function CasePage<Case extends Claim & Named>(props: CasePageProps<Case>) {
  const { title, right = 'client.read', id, query } = props
  const { isListed } = useContext(ShownCase)
  useRecent(title, isListed ? undefined : query.data && nameOf(query.data))
  return (
    <LoadedCase
      title={title}
      name={query.data?.clientName}
      right={right}
      query={query}
      what={`this ${title.toLowerCase()}`}
    >
      {(known) => <OpenCase key={id} {...props} known={known} />}
    </LoadedCase>
  )
}

function OpenCase<Case extends Claim>(props: CasePageProps<Case> & { known: Case }) {
  const { known, id, kind, query, isPending, children } = props
  const { takenBy, takenById, assigned } = known
  const shown = useContext(ShownCase)
  // Read once, because the history entry remains after the decision.
  const [begun] = useState((useLocation().state as Opening | null) ?? {})
  const [opened, setOpened] = useState<Pick<Opening, 'intent'> | undefined>(
    shown.isListed || begun.isPassing ? undefined : begun,
  )
  const [isBegun, setBegun] = useState(opened?.intent !== undefined)
  useEffect(() => {
    if (begun.toDecision) focusDecision()
  }, [begun])
  const context = useCase({
    id,
    takenBy,
    takenById,
    assigned,
    kind: typeof kind === 'function' ? kind(known) : kind,
    intent: opened?.intent,
    isBegun,
    isPending: isPending(known),
    isStale: query.isFetching && !query.isFetchedAfterMount,
  })
  return (
    <ShownCase
      value={{
        ...shown,
        isOpen: opened !== undefined,
        open: (intent) => setOpened((before) => before ?? { ...(intent && { intent }) }),
        begin: () => setBegun(true),
      }}
    >
      {children(known, context)}
    </ShownCase>
  )
}
