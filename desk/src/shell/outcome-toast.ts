import { appToast } from '@sauda/ui/toast'

export const needsAdministrator = 'Needs a second administrator: the request is in the queue'
const needsOperator = 'Requested. A second operator must approve it'

export interface Outcome {
  waitsForSecond?: boolean | undefined
}

/** Reports a change that the server made, or that a second operator must approve first. */
export function toastOutcome({ waitsForSecond }: Outcome, made: string, waiting = needsOperator): void {
  if (waitsForSecond) appToast.info(waiting)
  else appToast.success(made)
}

/** Text for what is booked only after an approval; with `APPROVALS=single` the same operator may give it. */
export const requestedText = (needsSecond: boolean): string =>
  needsSecond ? 'Requested. Another operator must approve it' : 'Requested. It can be approved in the queue'
export const bookedWhen = (needsSecond: boolean): string =>
  `Nothing is booked until ${needsSecond ? 'another operator approves it' : 'it is approved'}.`
