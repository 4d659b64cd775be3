import { z } from 'zod';
import { parseJson } from '#outbound/answers.ts';
import type { Http } from '#outbound/request.ts';
import type { Outcome } from '../network.ts';

const messageShape = z.object({ type: z.string(), payload: z.object({ redirect: z.string() }).partial().optional() });

/**
 * The message of Reddit's websocket about a media post: published, failed, or none so far. Source: PRAW,
 * `Subreddit._submit_media`; Pyprohly/reddit-api-doc-notes.
 */
export type Told = { kind: 'there'; postId: string; postUrl: string } | { kind: 'failed' } | { kind: 'silent' };

/**
 * Listens for the one message about a post whose file Reddit is still processing. A broken socket says nothing about
 * the post.
 */
export async function listen({
  http,
  address,
  signal,
  timeoutMs,
}: {
  http: Http;
  address: string;
  signal: AbortSignal;
  timeoutMs: number;
}): Promise<Told> {
  if (!URL.canParse(address) || !/^wss?:/i.test(address)) return { kind: 'silent' };
  const text = await http.firstMessage(new URL(address), { signal, timeoutMs });
  const message = messageShape.safeParse(parseJson(text ?? '')).data;
  if (message?.type === 'failed') return { kind: 'failed' };
  const redirect = message?.payload?.redirect ?? '';
  const id = /\/comments\/([a-z0-9]+)/i.exec(redirect)?.[1];
  return id === undefined ? { kind: 'silent' } : { kind: 'there', postId: id, postUrl: redirect };
}

/** The outcome that the message means for the delivery; `waiting` is the outcome before a message. */
export function outcomeOf(told: Told, waiting: Outcome): Outcome {
  switch (told.kind) {
    case 'there':
      return { kind: 'published', postId: told.postId, postUrl: told.postUrl };
    case 'failed':
      return { kind: 'rejected', message: 'Reddit could not process the file' };
    case 'silent':
      return waiting;
    default:
      return told satisfies never;
  }
}
