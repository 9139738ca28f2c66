import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { Skeleton } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { useState, type ReactNode } from 'react'
import { toastMessage } from '../shell/api.ts'
import { Screen } from '../shell/screen.tsx'
import { useBusy } from '@sauda/web/use-busy'
import { useSettings, type Settings } from './setting.api.ts'
import styles from './setting.module.css'

/** What a form of settings shares with its screen: one piece of work at a time, told by toast or by a sentence. */
export interface Deed {
  readonly busy: boolean
  /** Why the last one was not done. */
  readonly fault: string
  readonly forget: () => void
  /** `work` answers the words of the toast; true when it was done. */
  readonly run: (work: () => Promise<string>) => Promise<boolean>
}

interface SettingScreenProps {
  title: string
  icon: ReactNode
  description: string
  /** The shape of the form while what is in force is on its way. */
  waiting: ReactNode
  children: (settings: Settings, deed: Deed) => ReactNode
}

/** The frame of the three settings screens: what is in force must be known before anything can be asked for. */
export function SettingScreen({ title, icon, description, waiting, children }: SettingScreenProps) {
  const settings = useSettings()
  const { success, ...deed } = useDeed()
  return (
    <Screen title={title} icon={icon} description={description} success={success}>
      {settings.data ? (
        <Stack gap={6}>{children(settings.data, deed)}</Stack>
      ) : settings.isPending ? (
        <Stack gap={6}>
          <Card>
            <output className={styles.when}>Loading...</output>
            <Skeleton />
          </Card>
          {waiting}
        </Stack>
      ) : (
        <ErrorState title="Your settings could not be loaded" query={settings} />
      )}
    </Screen>
  )
}

function useDeed(): Deed & { success: string | undefined } {
  const [success, setSuccess] = useState<string>()
  const [fault, setFault] = useState('')
  const [busy, run] = useBusy()
  return {
    success,
    busy,
    fault,
    forget: () => setFault(''),
    run: async (work) => {
      let done = false
      await run(async () => {
        // Gone first, so that the same words said twice are two toasts.
        setSuccess(undefined)
        setFault('')
        try {
          setSuccess(await work())
          done = true
        } catch (error) {
          setFault(toastMessage(error))
        }
      })
      return done
    },
  }
}
