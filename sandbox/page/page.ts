import type { Context } from '../context.ts'
import { raw, type Reply } from '../http/reply.ts'
import type { Call } from '../http/request.ts'

/** The page of the sandbox. */
export async function page(_context: Context, _call: Call): Promise<Reply> {
  return raw(404, { type: 'text/plain', body: 'Not here.' })
}
