import { settingReasons } from '@sauda/contract/setting'
import { useState } from 'react'
import { DecisionForm, type Verdict } from '../shell/decision-form.tsx'
import { useKept } from '../shell/kept.ts'
import { ReasonFields } from '../shell/reason-fields.tsx'
import { emptyDraft, orderOf, summaryOf, type Draft, type Faults } from './decision.ts'
import type { DeskSetting, Order } from './setting.api.ts'

interface SettingFormProps {
  setting: DeskSetting
  draftName: string
  intent: Verdict | undefined
  isSending: boolean
  error: Error | null
  onSend: (order: Order, summary: string) => void
}

const words = {
  accept: { label: 'Approve', button: 'Approve and activate' },
  refuse: { label: 'Reject', button: 'Reject request' },
}

/** Put it in force, or refuse it with a reason. */
export function SettingForm({ setting, draftName, onSend, ...rest }: SettingFormProps) {
  const { draft, change } = useKept<Draft>(draftName, emptyDraft)
  const [faults, setFaults] = useState<Faults>({})
  const { kind } = setting.change
  const { verdict } = draft
  const summary = summaryOf(kind, setting.clientName, verdict)
  const edit = (part: Partial<Draft>) => {
    change(part)
    setFaults({})
  }
  const submit = () => {
    const found = orderOf(draft)
    setFaults('faults' in found ? found.faults : {})
    if ('faults' in found) return false
    onSend(found.order, summary)
    return true
  }
  return (
    <DecisionForm
      {...rest}
      words={words}
      verdict={verdict}
      onVerdict={(next) => edit({ verdict: next })}
      fault={faults.verdict}
      summary={summary}
      onSubmit={submit}
    >
      {verdict === 'refuse' && (
        <ReasonFields
          reason={draft.reason}
          more={draft.more}
          reasons={settingReasons[kind]}
          fault={faults.reason}
          onChange={edit}
        />
      )}
    </DecisionForm>
  )
}
