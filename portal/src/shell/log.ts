export function log(what: string, error: unknown): void {
  // oxlint-disable-next-line eslint/no-console -- the one place the portal writes to the console
  console.error(what, error)
}
