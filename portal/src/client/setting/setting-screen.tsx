import { settingStatusNames } from '@sauda/contract/core/setting-name'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { cx, watchFocus } from '@sauda/ui/dom'
import { Loaded } from '@sauda/ui/error-state'
import { Stack } from '@sauda/ui/stack'
import { formatDateTime } from '@sauda/web/date-time'
import { useBusy } from '@sauda/web/hooks'
import { useRef, useState, type ReactNode } from 'react'
import { toastMessage } from '../../shell/api.ts'
import { useDraft } from '../../shell/draft.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { PhotoError } from '../../shell/photo-error.ts'
import { Screen } from '../../shell/screen.tsx'
import { useSettingRequests, useSettings, type Kind, type Settings, type SettingResult } from './setting.api.ts'
import styles from './setting.module.css'
import { settingText } from './setting.text.ts'

// Most clients have no request.
const Reply = lazyPart(() => import('../../shell/reply.tsx').then((module) => module.Reply))
const SentReplies = lazyPart(() => import('../../shell/reply.tsx').then((module) => module.SentReplies))

export interface SettingAction {
  readonly busy: boolean
  /** Why the last request failed, or that it changed nothing. */
  readonly note: { readonly tone: 'error' | 'info'; readonly message: string } | undefined
  readonly clearNote: () => void
  /** True if the request was accepted. */
  readonly run: (request: () => Promise<SettingResult>) => Promise<boolean>
}

interface SettingScreenProps {
  title: string
  icon: ReactNode
  description: string
  waiting: ReactNode
  children: (settings: Settings, action: SettingAction) => ReactNode
}

export function SettingScreen({ title, icon, description, waiting, children }: SettingScreenProps) {
  const settings = useSettings()
  const { success, ...action } = useSettingAction()
  return (
    <Screen title={title} icon={icon} description={description} success={success} narrow>
      <Loaded
        query={settings}
        loading={
          <Card>
            <output className="visually-hidden">Loading...</output>
            {waiting}
          </Card>
        }
        failed="Your settings could not be loaded"
      >
        {(data) => <Stack>{children(data, action)}</Stack>}
      </Loaded>
    </Screen>
  )
}

function useSettingAction(): SettingAction & { success: string | undefined } {
  const [success, setSuccess] = useState<string>()
  const [note, setNote] = useState<SettingAction['note']>()
  const [busy, run] = useBusy()
  return {
    success,
    busy,
    note,
    clearNote: () => setNote(undefined),
    run: async (request) => {
      let accepted = false
      await run(async () => {
        // Cleared first, so that the same message twice shows two toasts.
        setSuccess(undefined)
        setNote(undefined)
        try {
          const { changed, message, failed } = await request()
          if (failed !== undefined) setNote({ tone: 'error', message: failed })
          else if (changed) setSuccess(message)
          else setNote({ tone: 'info', message: 'You haven’t changed anything.' })
          accepted = true
        } catch (error) {
          setNote({ tone: 'error', message: error instanceof PhotoError ? error.message : toastMessage(error) })
        }
      })
      return accepted
    },
  }
}

/** The client's input. Accepted input is cleared, but not what was entered since. */
export function useSettingDraft<Value>(name: Kind, initial: Value, action: SettingAction) {
  const [value, setValue] = useDraft(name, initial)
  const change = (next: Value) => {
    setValue(next)
    action.clearNote()
  }
  const send = async (request: () => Promise<SettingResult>) => {
    if (await action.run(request)) setValue((now) => (now === value ? initial : now))
  }
  return [value, change, send] as const
}

interface SettingFormProps extends CurrentSettingProps {
  label: string
  /** Nothing to send: the button is disabled. */
  unchanged?: boolean
  onSend: () => Promise<void>
  children: ReactNode
}

/** The current setting, and the form to request another. */
export function SettingForm({ label, unchanged = false, onSend, children, ...current }: SettingFormProps) {
  const { busy, note } = current.action
  return (
    <>
      <CurrentSetting {...current} />
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!unchanged) void onSend()
          }}
        >
          <Stack gap={6}>
            {children}
            <ActionNote note={note} />
            <Button type="submit" full="narrow" loading={busy} aria-disabled={unchanged || undefined}>
              {label}
            </Button>
          </Stack>
        </form>
      </Card>
    </>
  )
}

export function ActionNote({ note }: Pick<SettingAction, 'note'>) {
  return note && <AlertBanner tone={note.tone}>{note.message}</AlertBanner>
}

interface CurrentSettingProps {
  setting: Settings[Kind]
  /** Undefined if the form shows it. */
  active?: ReactNode
  /** Nothing is active yet: why that should change. */
  none?: string | false
  requested: ReactNode
  action: SettingAction
  /** Adds a document to the pending request. */
  pendingProof?: string | undefined
  /** Below the last step. */
  children?: ReactNode
}

export function CurrentSetting(props: CurrentSettingProps) {
  const { setting, active, none = false, requested, action, pendingProof, children } = props
  const { since, request } = setting
  const { cancel, reply } = useSettingRequests()
  const group = useRef<HTMLDivElement>(null)
  const cancelRequest = async (requestId: string) => {
    const hasFocus = watchFocus()
    // The button that had the focus is gone.
    if ((await action.run(() => cancel(requestId))) && hasFocus()) group.current?.focus()
  }
  const when = since ? settingText.since(formatDateTime(since)) : none || undefined
  const isShown = active !== undefined
  return (
    <div ref={group} tabIndex={-1} className={styles.current} role="group" aria-label="Current setting">
      {!isShown && when && <p className="note">{when}</p>}
      <Card flush className={cx('lines', styles.steps)} aria-live="polite">
        {isShown && <Step tone="success" status={none ? undefined : 'in_force'} what={active} when={when} />}
        {request?.status === 'requested' && (
          <Step
            tone="warn"
            status="requested"
            what={requested}
            when={settingText.since(formatDateTime(request.createdAt))}
          >
            <p>We’re reviewing your request. Until then nothing changes.</p>
            <SentReplies replies={request.replies} />
            {pendingProof && (
              <Reply
                label={pendingProof}
                hint={settingText.proofHint}
                send={(input, onProgress) => reply(request._id, input, onProgress)}
              />
            )}
            <Button
              variant="secondary"
              size="small"
              loading={action.busy}
              onClick={() => void cancelRequest(request._id)}
            >
              Cancel request
            </Button>
          </Step>
        )}
        {request?.status === 'refused' && (
          <Step
            tone="error"
            status="refused"
            what={requested}
            when={settingText.decided(formatDateTime(request.decidedAt ?? request.createdAt))}
          >
            <p>{request.reason}</p>
            <p>You can reply with what is missing, or send a new request.</p>
            <Reply
              label="Reply"
              hint={settingText.proofHint}
              send={(input, onProgress) => reply(request._id, input, onProgress)}
            />
          </Step>
        )}
        {children}
      </Card>
    </div>
  )
}

interface StepProps {
  tone: StatusTone
  status: keyof typeof settingStatusNames | undefined
  what: ReactNode
  when: string | undefined
  children?: ReactNode
}

function Step({ tone, status, what, when, children }: StepProps) {
  return (
    <section className={styles.step}>
      <div className="lg strong anywhere">{what}</div>
      {status && <StatusPill tone={tone}>{settingStatusNames[status]}</StatusPill>}
      {when && <p className={`${styles.when} note`}>{when}</p>}
      {children && (
        <Stack gap={2} align="start" className={styles.more}>
          {children}
        </Stack>
      )}
    </section>
  )
}
