/** Accepts bytes: resolves at once, or once their sender is no longer ahead of its rate. */
export type Intake = (sender: string, bytes: number) => Promise<void>;

/**
 * The rate limit of all uploads of one agency together. Without it, 120 of them on a fast connection made each turn of
 * the event loop 0.1 to 0.4 s long, and a small upload of another agency needs some ten turns (`npm run bench --
 * uploads`). A gigabit line carries 125 MB a second, an office's some ten.
 */
export const intakeBytesPerSecond = 16_000_000;

/** The bytes that may arrive at once after a pause. */
const burstMs = 250;

/** An intake with a limit for each sender; waiting bytes are not read, so that the sender's connection stalls. */
export function openIntake(bytesPerSecond: number): Intake {
  /** The instant until which a sender's accepted bytes last at its rate. */
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
