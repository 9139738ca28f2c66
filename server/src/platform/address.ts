/** A caller who disconnected has no address any more. */
export function addressOf({ ip }: { readonly ip: string | undefined }): string {
  return ip ?? 'gone'
}
