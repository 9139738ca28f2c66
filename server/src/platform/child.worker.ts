import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import { answerOf } from './called.ts'
import type { ChildCall } from './child.ts'

/** Answers one call; child.ts limits what it may use. */
const { module, call, tooMuch } = deserialize(await buffer(process.stdin)) as ChildCall
const answer = await answerOf(await import(module), call, () => undefined)
// V8 throws it for a string, array, buffer or stack that becomes too large.
const isTooMuch = 'fault' in answer && answer.fault instanceof RangeError
process.stdout.end(serialize(isTooMuch ? { refusal: tooMuch } : answer), () => process.exit())
