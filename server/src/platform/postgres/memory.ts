import { totalmem } from 'node:os'

const megabyte = 1024 * 1024
/** The memory for Node and the connections; the rest is shared with the cache of the system. */
const nodeMegabytes = 1024
const leastMegabytes = 64
const mostMegabytes = 4096

/** `shared_buffers`: an eighth of the memory beyond the first gigabyte, from 64 MB to 4 GB. */
export const bufferMegabytes = (bytes: number): number =>
  Math.min(Math.max(Math.floor((bytes / megabyte - nodeMegabytes) / 8), leastMegabytes), mostMegabytes)

/** The memory of the machine, or of the container if that has a limit. */
export const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)
