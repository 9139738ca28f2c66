export const complaintText = {
  none: 'Something not right? Raise a complaint: you get a number, and we reply here and by email.',
  unknown: 'This complaint was not found',
  unknownHint: 'Choose one in the list.',
  /** The same in the list and in the complaint: a level's time never ends after that of the whole complaint. */
  due: (reply: string, resolved: string) =>
    reply === resolved ? `To be resolved by ${resolved}` : `Reply due by ${reply}, to be resolved by ${resolved}`,
  proofHint: 'For example a screenshot or a contract note. A clear photo, up to 5 MB.',
  list: 'the list of complaints',
  replies: (days: number) => (days === 1 ? 'Replies within 1 day' : `Replies within ${days} days`),
  outside: 'If our answer does not help, you can turn to SEBI or to online dispute resolution:',
  table: 'Our complaints, month by month',
  received: 'Received at our desk',
  message: 'You wrote',
  escalated: 'You escalated the complaint',
  reopened: 'You opened the complaint again and escalated it',
  resolved: 'You closed the complaint as resolved',
  passedOn: (name: string) => `Passed on to: ${name}`,
  replied: (name: string) => `${name} replied`,
  closed: (name: string) => `${name} closed the complaint`,
  photo: 'Photo attached',
} as const
