import { useProfile } from '../client/profile/profile.api.ts'
import { Fund } from '../money/wallet/fund.tsx'

export default function AddFund() {
  const { data, isPending, refetch } = useProfile()
  return <Fund destination={{ payTo: data?.bankDetails, isPending, reload: () => void refetch() }} />
}
