import { useProfile } from '../profile/profile.api.ts'
import { Fund } from '../wallet/fund.tsx'

/** The wallet's first tab; where a withdrawal goes comes with the profile. */
export default function AddFund() {
  const { data, isPending, refetch } = useProfile()
  return <Fund destination={{ payTo: data?.bankDetails, isPending, again: () => void refetch() }} />
}
