import { z } from 'zod';
import { parseJson } from '#outbound/answers.ts';
import type { Body } from '#outbound/body.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import type { Outcome } from '../network.ts';
import { waitOr } from '../waits.ts';

/** A client of one bot. The address of every call contains the token, so it never appears in a message or a log. */
export type Bot = (method: string, body: Body, options: { signal: AbortSignal; timeoutMs?: number }) => Promise<Reply>;

/**
 * A bot at `apiUrl` (without a trailing slash). The token's colon is in the path unencoded, so connecting checks its
 * form.
 */
export const openBot =
  ({ http, apiUrl, token }: { http: Http; apiUrl: string; token: string }): Bot =>
  (method, body, options) =>
    http.send({ method: 'POST', url: new URL(`${apiUrl}/bot${token}/${method}`), body, ...options });

const refusal = z.object({
  ok: z.literal(false),
  description: z.string().default(''),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() }).default({}),
});

const success = z.object({ ok: z.literal(true), result: z.unknown() });

/** The result of a method: its answer parsed by `shape`, or the reason. */
export type BotAnswer<Result> =
  | { kind: 'result'; result: Result }
  | { kind: 'migrated'; chatId: string }
  | {
      kind: 'failed';
      status: number | null;
      description: string;
      outcome: Exclude<Outcome, { kind: 'published' | 'processing' }>;
    };

/** Parses a reply. Source: core.telegram.org/bots/api "Making requests", "ResponseParameters" (Bot API 10.1). */
export function readAnswer<Shape extends z.ZodType>(reply: Reply, shape: Shape): BotAnswer<z.output<Shape>> {
  if (reply.kind !== 'answered') return { kind: 'failed', status: null, description: reply.message, outcome: reply };
  const json = parseJson(reply.text);
  const given = success.safeParse(json);
  const result = shape.safeParse(given.data?.result);
  if (given.success && result.success && reply.status < 300) return { kind: 'result', result: result.data };
  const refused = refusal.safeParse(json);
  if (!refused.success) return failed(reply, '', unreadable(reply));
  const { description, parameters } = refused.data;
  if (parameters.migrate_to_chat_id !== undefined)
    return { kind: 'migrated', chatId: String(parameters.migrate_to_chat_id) };
  return failed(reply, description, outcomeOf(reply, description, parameters.retry_after));
}

type Failure = Exclude<Outcome, { kind: 'published' | 'processing' }>;

const failed = (
  reply: Answer,
  description: string,
  outcome: Failure,
): Extract<BotAnswer<never>, { kind: 'failed' }> => ({ kind: 'failed', status: reply.status, description, outcome });

/** The wait if neither Telegram nor our own limits state one. */
const defaultWaitSeconds = 30;
/** Refusals with 400 that mean that this bot may not, or no longer, write here. */
const notAllowedHere =
  /not enough rights|need administrator rights|have no rights|CHAT_WRITE_FORBIDDEN|CHAT_ADMIN_REQUIRED|chat not found/i;

/** The outcome that each refusal means for the delivery. */
function outcomeOf({ status }: Answer, description: string, retryAfter: number | undefined): Failure {
  const words = description.replace(/^(Bad Request|Forbidden|Unauthorized|Too Many Requests): /, '');
  const message = `Telegram: ${words || `error ${status}`}`;
  if (status === 429)
    return { kind: 'rateLimited', ...waitOr(retryAfter, defaultWaitSeconds), scope: 'account', message };
  if (status === 401 || status === 404)
    return { kind: 'unauthorized', message: 'Telegram no longer accepts this bot token' };
  if (status === 403 || (status === 400 && notAllowedHere.test(description))) return { kind: 'unauthorized', message };
  if (status >= 500) return { kind: 'unknown', message };
  return { kind: 'rejected', message };
}

/**
 * An answer that is not Telegram's own: a proxy's page, or a truncated one. Below 500 it is a refusal, and nothing was
 * posted.
 */
function unreadable({ status }: Answer): Failure {
  const message = `Telegram answered with status ${status} and nothing we can read`;
  if (status === 413) return { kind: 'rejected', message: 'Telegram: the file is too large' };
  if (status === 429) return { kind: 'rateLimited', ...waitOr(null, defaultWaitSeconds), scope: 'account', message };
  return status >= 300 && status < 500 ? { kind: 'unreachable', message } : { kind: 'unknown', message };
}
