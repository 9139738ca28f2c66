import type { KycDocumentName } from '@sauda/contract/client/kyc'
import { Steps } from '../../shell/steps.tsx'
import { kycText } from './kyc.text.ts'

type Step = KycDocumentName | 'bank'
const order: readonly Step[] = ['pan', 'aadhaar', 'bank']

export function VerificationSteps({ current, done }: { current: Step; done: readonly Step[] }) {
  const steps = order.map((name) => ({ title: kycText.short[name], isDone: name !== current && done.includes(name) }))
  return <Steps label={kycText.steps} steps={steps} current={order.indexOf(current)} />
}
