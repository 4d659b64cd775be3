import type { BrowserContext } from '@playwright/test';

/** Short timers come later by this much, ms: longer than a step of a test takes. */
const timersLateMs = 100;

/**
 * In the page: timers of up to 20 ms run late, as in a browser that has more to do. A dialog takes the focus by such a
 * timer.
 */
const lateTimers = `{
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (work, ms = 0, ...given) => setTimeout(work, ms > 20 ? ms : ms + ${timersLateMs}, ...given);
}`;

/**
 * In the proof, with `E2E_LATE_MS=<ms>`, each response of the server is delayed by a random time up to that many
 * milliseconds, as on a slow connection: scripts of a tab, lists and pictures arrive in a different order than on this
 * machine. The page's short timers run late, too.
 */
export async function lateAnswers(context: BrowserContext, { proof }: { proof: boolean }): Promise<void> {
  const atMostMs = proof ? Number(process.env['E2E_LATE_MS'] ?? 0) : 0;
  if (atMostMs === 0) return;
  await context.addInitScript({ content: lateTimers });
  await context.route('**/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * atMostMs));
    // The page, or the test, may have ended meanwhile.
    await route.continue().catch(() => undefined);
  });
}
