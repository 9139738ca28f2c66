/** The message is shown to the client. Apart from photo.ts, because screens that take no photo show it too. */
export class PhotoError extends Error {}
