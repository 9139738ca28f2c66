import { useProfile } from '../profile/profile.api.ts'
import { Fund } from '../wallet/fund.tsx'

/** The wallet's first tab; where a withdrawal goes comes with the profile. */
export default function AddFund() {
  return <Fund payTo={useProfile().data?.bankDetails} />
}
