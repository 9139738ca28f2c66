/** Where bytes lie, under names of our own making (`kyc/…`, `photo/…`). */
export type Store = {
  put(name: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  get(name: string): Promise<Buffer | undefined>
  /** Not an error when it is gone already. */
  remove(name: string): Promise<void>
}
