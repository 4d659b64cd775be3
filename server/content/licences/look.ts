/** Checks works at their sources and on their pages: those that are no longer offered are withdrawn. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '../../base/handlers.ts';
import { listToLookAt, noteLook, type Work } from './look-queries.ts';
import { openQuestions } from './offered.ts';
import { withdrawWork } from './withdraw.ts';

const mostWorks = 300;
const timeoutMs = 15_000;

type Means = Pick<Services, 'db' | 'http' | 'sources' | 'clock' | 'config'>;

/**
 * Checks the works that are due, one after the other, `gapMs` apart: asks the source or, if it cannot say, requests the
 * work's page. A work is withdrawn when it is gone twice, a day apart, because pages are also missing while a site is
 * rebuilt.
 */
export async function lookAgain(
  { db, http, sources, clock, config: { publicUrl } }: Means,
  { gapMs, signal }: { gapMs: number; signal: AbortSignal },
): Promise<void> {
  const works = await db.asSystem((tx) => listToLookAt(tx, { now: clock(), limit: mostWorks }));
  const isOffered = openQuestions({ sources });
  for (const work of works) {
    if (signal.aborted) return;
    const offered = await isOffered(work, signal);
    const isGone = offered === null ? await isPageGone(http, work, signal) : !offered;
    const now = clock();
    await db.asSystem(async (tx) => {
      const wasGone = await noteLook(tx, { ...work, isGone, now });
      if (isGone === true && wasGone) await withdrawWork(tx, { ...work, now, publicUrl });
    });
    await wait(gapMs, undefined, { signal }).catch(() => undefined); // the next round ends it
  }
}

/** Whether the site says that there is no such page; null if it does not say. */
async function isPageGone(http: Means['http'], { page }: Work, signal: AbortSignal): Promise<boolean | null> {
  if (!URL.canParse(page)) return null;
  const reply = await http.sendGuarded({ method: 'HEAD', url: new URL(page), redirects: 3, signal, timeoutMs });
  if (reply.kind !== 'answered') return null;
  if (reply.status === 404 || reply.status === 410) return true;
  return reply.status < 300 ? false : null;
}
