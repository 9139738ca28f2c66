import { useParams } from 'react-router'
import { ClientSettings } from '../setting/client-settings.tsx'
import { SettingReview } from '../setting/setting-review.tsx'
import { useSetting, type DeskSetting } from '../setting/setting.api.ts'
import { Block, Columns } from '../shell/evidence.tsx'
import { CasePage, useCase } from '../queue/case.tsx'
import { Beside } from '../client/beside.tsx'
import { ClientTrust } from '../client/client-facts.tsx'

export function SettingPage() {
  const { requestId = '' } = useParams()
  const query = useSetting(requestId)
  return (
    <CasePage
      failed="This request could not be loaded"
      what="Request"
      right="client.read"
      openId={requestId}
      query={query}
    >
      {(setting) => <OpenSetting key={requestId} setting={setting} />}
    </CasePage>
  )
}

function OpenSetting({ setting }: { setting: DeskSetting }) {
  const { _id, clientId } = setting
  const context = useCase({ ...setting, kind: 'setting', id: _id, isPending: setting.status === 'requested' })
  const beside = (
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
  return <SettingReview setting={setting} beside={beside} context={context} />
}
