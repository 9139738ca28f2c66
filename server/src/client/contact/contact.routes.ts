import { contactCalls } from '@sauda/contract/client/contact'
import type { AppContext } from '../../app-context.ts'
import { propose, viewEvidence } from './contact.desk.ts'
import { change, startChange } from './contact.ts'

export function contactRoutes(context: AppContext) {
  context.mount(contactCalls.start, async (given) => {
    await startChange(context, given)
    return { message: 'We have sent the code' }
  })
  context.mount(contactCalls.change, async (given) => {
    await change(context, given)
    return { message: 'Your contact details were changed' }
  })
  context.mount(contactCalls.propose, (given) => propose(context, given))
  context.mount(contactCalls.evidence, (given) => viewEvidence(context, given))
}
