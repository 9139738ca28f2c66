import { approvalCalls } from '@sauda/contract/core/approval'
import type { Reply } from '@sauda/contract/platform/call'
import { DateTime } from '@sauda/web/date-time'
import { sentence } from '@sauda/ui/sentence'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FormDialog, reasonField, DialogButton, type DialogState } from '../../shell/form-dialog.tsx'
import { useApprovalState } from '../../shell/me.ts'
import styles from './approval-banner.module.css'

type ApprovalState = Reply<typeof approvalCalls.state>

/** On every page while the approval policy does not fully apply; one line each, because it takes space from every page. */
export function ApprovalBanner() {
  const { data } = useApprovalState()
  if (!data) return null
  return (
    <>
      {data.mode === 'single' && (
        <Notice title="One-person mode:">second approvals are switched off by APPROVALS=single.</Notice>
      )}
      {data.setUpPhase && (
        <Notice title="Set-up phase:" action={<Link to="/set-up">Steps</Link>}>
          there is only one administrator, so waiting periods do not apply yet.
        </Notice>
      )}
      {data.unwatched?.map((warning) => (
        <Notice key={warning} title="Live mode:">
          {warning}
        </Notice>
      ))}
      {data.waitingUntil !== undefined && <Waiting until={data.waitingUntil} />}
      <Waivers waivers={data.breakGlass} />
    </>
  )
}

const Notice = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <div className={styles.notice} role="status">
    <p>
      <strong>{title}</strong> {children}
    </p>
    {action}
  </div>
)

function Waivers({ waivers }: { waivers: ApprovalState['breakGlass'] }) {
  const [last] = waivers
  if (!last) return null
  const texts = { count: waivers.length, operator: last.operator, time: <DateTime at={last.at} /> }
  return (
    <details className={styles.notice}>
      <summary>
        {waivers.length === 1
          ? sentence('{operator} waived their waiting periods, {time}', texts)
          : sentence('Waiting periods waived {count} times in seven days, last by {operator}, {time}', texts)}
      </summary>
      <ul>
        {waivers.map(({ operator, reason, at }) => (
          <li key={at}>
            {sentence('{operator}, {time}: “{reason}”', { operator, time: <DateTime at={at} />, reason })}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** For an operator whose login or role is new. */
const Waiting = ({ until }: { until: string }) => (
  <Notice
    title="You cannot approve yet:"
    action={
      <DialogButton size="small" dialog={WaiveDialog}>
        Waive
      </DialogButton>
    }
  >
    {sentence('your login or your role is new. You can approve from {time}.', { time: <DateTime at={until} /> })}
  </Notice>
)

const WaiveDialog = (dialog: DialogState) => (
  <FormDialog
    {...dialog}
    call={approvalCalls.breakGlass}
    empty={{ reason: '' }}
    title="Waive your waiting period"
    description="You can approve for one hour. All administrators get your reason by e-mail, and the desk shows it for seven days. Second approvals remain necessary."
    fields={[reasonField()]}
    action="Waive for one hour"
    // The banner shows it.
    done={() => undefined}
  />
)
