export const offline = {
  title: 'You are offline',
  lead: 'This page could not be reached. Nothing was sent and nothing was lost on our side.',
  waiting: 'It opens by itself when the connection is back.',
  again: 'Try again',
}
