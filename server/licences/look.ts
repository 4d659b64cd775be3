/** Looks at the pages of works again: what a source does not offer any more is withdrawn. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '../app/handlers.ts';
import { listToLookAt, noteLook, type Work } from './look-queries.ts';
import { withdrawWork } from './withdraw.ts';

const mostWorks = 300;
const timeoutMs = 15_000;

type Means = Pick<Services, 'db' | 'http' | 'clock' | 'config'>;

/**
 * Looks at the works whose turn it is, one after the other, `gapMs` apart. A work is withdrawn when its page is gone
 * twice, a day apart: pages are also missing while a site is rebuilt.
 */
export async function lookAtPages(
  { db, http, clock, config: { publicUrl } }: Means,
  { gapMs, signal }: { gapMs: number; signal: AbortSignal },
): Promise<void> {
  const works = await db.asSystem((tx) => listToLookAt(tx, { now: clock(), limit: mostWorks }));
  for (const work of works) {
    if (signal.aborted) return;
    const isGone = await isPageGone(http, work, signal);
    const [now, { source, item }] = [clock(), work];
    await db.asSystem(async (tx) => {
      const wasGone = await noteLook(tx, { source, item, isGone, now });
      if (isGone === true && wasGone) await withdrawWork(tx, { source, item, now, publicUrl });
    });
    await wait(gapMs, undefined, { signal }).catch(() => undefined); // the next round ends it
  }
}

/** Whether the site says that there is no such page; null where it says neither. */
async function isPageGone(http: Means['http'], { page }: Work, signal: AbortSignal): Promise<boolean | null> {
  if (!URL.canParse(page)) return null;
  const reply = await http.sendGuarded({ method: 'HEAD', url: new URL(page), redirects: 3, signal, timeoutMs });
  if (reply.kind !== 'answered') return null;
  if (reply.status === 404 || reply.status === 410) return true;
  return reply.status < 300 ? false : null;
}
