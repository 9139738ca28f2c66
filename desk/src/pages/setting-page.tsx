import { useParams } from 'react-router'
import { Beside } from '../client/beside.tsx'
import { ClientTrust } from '../client/client-facts.tsx'
import { CasePage } from '../queue/case.tsx'
import { ClientSettings } from '../setting/client-settings.tsx'
import { SettingReview } from '../setting/setting-review.tsx'
import { useSetting } from '../setting/setting.api.ts'
import { Block, Columns } from '../shell/evidence.tsx'

export function SettingPage() {
  const { requestId = '' } = useParams()
  const beside = (clientId: string) => (
    <Beside clientId={clientId}>
      {(client) => (
        <Columns>
          <Block title="Settings of this client">
            <ClientSettings settings={client.settings} />
          </Block>
          <Block title="Trust">
            <ClientTrust client={client} />
          </Block>
        </Columns>
      )}
    </Beside>
  )
  return (
    <CasePage
      title="Request"
      kind="setting"
      id={requestId}
      isPending={({ status }) => status === 'requested'}
      query={useSetting(requestId)}
    >
      {(setting, context) => <SettingReview setting={setting} beside={beside(setting.clientId)} context={context} />}
    </CasePage>
  )
}
