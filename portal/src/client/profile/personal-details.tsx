import { Verified } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { Loaded } from '@sauda/ui/error-state'
import { sentence } from '@sauda/ui/sentence'
import { FieldSkeletons } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { CopyButton } from '@sauda/web/copy-button'
import { UserRound } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useBrand } from '../../shell/brand.ts'
import { Screen } from '../../shell/screen.tsx'
import { useProfile } from './profile.api.ts'
import styles from './profile.module.css'

export default function PersonalDetails() {
  const profile = useProfile()
  const { supportEmail } = useBrand()
  return (
    <Screen title="Personal Details" icon={<UserRound />} narrow>
      <Loaded
        query={profile}
        loading={<FieldSkeletons count={4} label="Loading..." />}
        failed="Your details could not be loaded"
      >
        {({ name, saudaId, mobile, email, panNumber, aadhaarNumber }) => (
          <Stack>
            <Card flush>
              <dl className="lines">
                <Fact term="Name" value={name} />
                <Fact
                  term="Client ID"
                  value={saudaId}
                  aside={<CopyButton text={saudaId} name="Copy your ID" done="Your ID copied" />}
                />
                <Fact term="Phone" prefix="+91" value={mobile} aside={changeLink('phone')} />
                <Fact term="Email" value={email} aside={changeLink('email')} />
                <Fact term="PAN card" value={panNumber} aside={stateOf(panNumber)} />
                <Fact term="Aadhar card" value={aadhaarNumber} aside={stateOf(aadhaarNumber)} />
              </dl>
            </Card>
            {supportEmail && (
              <p className="note">
                {sentence('Something not right? Write to {link}.', {
                  link: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>,
                })}
              </p>
            )}
          </Stack>
        )}
      </Loaded>
    </Screen>
  )
}

const changeLink = (what: string) => (
  <Link to="/account/security">
    Change<span className="visually-hidden"> {what}</span>
  </Link>
)

const stateOf = (number: string) => (number ? <Verified /> : 'Shown here once your documents are verified')

interface FactProps {
  term: string
  prefix?: string
  value: string
  aside?: ReactNode
}

/** The value is a disabled field, as specified, that looks like text. */
function Fact({ term, prefix, value, aside }: FactProps) {
  const id = useId()
  return (
    <div className={`entry ${styles.fact}`}>
      <dt>
        <label htmlFor={id} className="soft">
          {term}
        </label>
      </dt>
      <dd>
        {prefix}
        <input id={id} value={value} disabled />
      </dd>
      <dd className="note">{aside}</dd>
    </div>
  )
}
