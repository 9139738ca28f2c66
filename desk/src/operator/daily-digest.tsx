import { Card } from '@sauda/ui/card'
import { Switch } from '@sauda/ui/checkbox'
import { appToast } from '@sauda/ui/toast'
import { sentence } from '@sauda/ui/sentence'
import { Loaded } from '../shell/loaded.tsx'
import { useDigest, useSaveDigest } from './operator.api.ts'

/** Off until the operator switches it on. */
export function DailyDigest() {
  const query = useDigest()
  const save = useSaveDigest()
  return (
    <Card title="Daily digest">
      <Loaded query={query} what="your settings">
        {({ on, at }) => (
          <>
            <Switch
              label="Send me the daily digest by e-mail"
              checked={save.isPending ? save.variables.body.on : on}
              onChange={(event) => {
                if (save.isPending) return
                save.mutate(
                  { body: { on: event.currentTarget.checked } },
                  {
                    onSuccess: (digest) =>
                      appToast.success(digest.on ? 'Daily digest switched on' : 'Daily digest switched off'),
                  },
                )
              }}
            />
            <p className="note">
              {sentence(
                'Sent each day from {at} IST: pending cases against their targets, the deposits and withdrawals of the day before, days not signed off, failed payouts, complaints that are due, and alerts, as far as your role shows them. It contains no client data.',
                { at },
              )}
            </p>
          </>
        )}
      </Loaded>
    </Card>
  )
}
