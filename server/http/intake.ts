/** Takes bytes in: resolves at once, or when their sender is no longer ahead of its rate. */
export type Intake = (sender: string, bytes: number) => Promise<void>;

/**
 * Uploads of one agency come in at most so fast, all of them together. Without a bound 120 of them on a fast line made
 * each turn of the event loop 0.1 to 0.4 s long, and a small upload of another agency waits for some ten turns
 * (`npm run bench -- uploads`). A gigabit line brings 125 MB a second, an office's some ten.
 */
export const intakeBytesPerSecond = 16_000_000;

/** The bytes that may come at once after a pause. */
const burstMs = 250;

/** An intake with a bound for each sender; what waits is not read, so that the sender's line fills up. */
export function openIntake(bytesPerSecond: number): Intake {
  /** Until when what has been taken in of a sender lasts at its rate. */
  const takenUntil = new Map<string, number>();

  const forgetOthers = (now: number): void => {
    for (const [sender, until] of takenUntil) if (until < now - burstMs) takenUntil.delete(sender);
  };
  return async (sender, bytes) => {
    const now = performance.now();
    if (!takenUntil.has(sender)) forgetOthers(now);
    const until = Math.max(takenUntil.get(sender) ?? 0, now - burstMs) + (1000 * bytes) / bytesPerSecond;
    takenUntil.set(sender, until);
    if (until > now)
      await new Promise<void>((resolve) => {
        setTimeout(resolve, until - now);
      });
  };
}
