/** Network address of the caller; who has left meanwhile has none any more. */
export function addressOf({ ip }: { readonly ip: string | undefined }): string {
  return ip ?? 'gone'
}
