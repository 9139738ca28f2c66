import { settingKinds, settingNames, type SettingViews } from '@sauda/contract/setting'
import { DescriptionList } from '@sauda/ui/description-list'
import { sentence } from '@sauda/ui/sentence'
import { Link } from 'react-router'
import { DateTime } from '@sauda/web/date-time-text'
import layout from '../shell/layout.module.css'
import { SettingPill } from '../shell/pills.tsx'
import { linesInForce } from './value-lines.ts'

export function ClientSettings({ settings }: { settings: SettingViews }) {
  const lines = linesInForce(settings)
  return (
    <DescriptionList
      items={settingKinds.map((kind) => {
        const { since, request } = settings[kind]
        return {
          term: settingNames[kind],
          value: (
            <div className={layout.start}>
              {lines[kind].map((line) => (
                <div key={line}>{line}</div>
              ))}
              {since !== undefined && (
                <div className={layout.soft}>{sentence('Since {time}', { time: <DateTime at={since} /> })}</div>
              )}
              {request && (
                <div className={layout.soft}>
                  {sentence('Last request: {state}', {
                    state: (
                      <Link to={`/setting/${request._id}`}>
                        <SettingPill status={request.status} />
                      </Link>
                    ),
                  })}
                </div>
              )}
            </div>
          ),
        }
      })}
    />
  )
}
