/** The models that an AI's address offers for a key: asked at most once an hour. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#outbound/answers.ts';
import type { Http, Reply, Trust } from '#outbound/request.ts';
import { chooseModel, type AiModel } from '#rules/ai-models.ts';

/** An AI's address and a key for it. */
export type AiAccess = { http: Http; baseUrl: string; trust: Trust; key: string; signal: AbortSignal };

/**
 * `shutdown_date` is on OpenAI's list where an end is announced (developers.openai.com/api/docs/deprecations, read
 * 2026-11-27); other implementations may have the name alone.
 */
const listed = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      created: z.number().catch(0),
      shutdown_date: z.string().nullable().catch(null),
    }),
  ),
});

const keptMs = 3_600_000;
const mostKept = 500;
const kept = new Map<string, { models: readonly AiModel[]; until: number }>();

/** Requests the list, which is free and needs a valid key. */
export async function askModels({ http, baseUrl, trust, key, signal }: AiAccess): Promise<Reply> {
  const request = {
    method: 'GET',
    url: new URL(`${baseUrl}/models`),
    headers: { authorization: `Bearer ${key}` },
    signal,
    timeoutMs: 10_000,
  } as const;
  return trust === 'guarded' ? http.sendGuarded(request) : http.send(request);
}

/** The models of a list; null if it is none. */
export function modelsOf(reply: Reply): AiModel[] | null {
  if (reply.kind !== 'answered' || reply.status >= 300) return null;
  const { data } = listed.safeParse(parseJson(reply.text));
  return data?.data.map(({ id, created, shutdown_date: shutdownOn }) => ({ id, created, shutdownOn })) ?? null;
}

/** The models for a key, or the answer that is no list of them. */
async function listModels(access: AiAccess, now: Date): Promise<readonly AiModel[] | { answer: Reply }> {
  const name = createHash('sha256').update(`${access.baseUrl}\n${access.key}`).digest('base64url');
  const before = kept.get(name);
  if (before !== undefined && before.until > now.getTime()) return before.models;
  const answer = await askModels(access);
  const models = modelsOf(answer);
  if (models === null) return { answer };
  kept.delete(name);
  kept.set(name, { models, until: now.getTime() + keptMs });
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return models;
}

/**
 * The model to use. Where the address gives no list, the first preferred name is taken at its word; without one, its
 * answer is returned. null: the list has no model for this use.
 */
export async function modelFor(
  access: AiAccess,
  { use, preferred, now }: { use: 'chat' | 'speech'; preferred: readonly string[]; now: Date },
): Promise<AiModel | { answer: Reply } | null> {
  const models = await listModels(access, now);
  if (!('answer' in models)) return chooseModel(models, { use, preferred, now });
  const [id] = preferred;
  return id === undefined ? models : { id, created: 0, shutdownOn: null };
}
