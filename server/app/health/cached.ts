/** Shares a read among all that ask within a time, so that no number of scrapes loads what is read. */
export function cachedFor<T>(
  milliseconds: number,
  { clock, read }: { clock: () => Date; read: () => Promise<T> },
): () => Promise<T> {
  let kept: { at: number; value: Promise<T> } | null = null;
  return () => {
    const now = clock().getTime();
    if (kept === null || now - kept.at >= milliseconds || now < kept.at) kept = { at: now, value: read() };
    return kept.value;
  };
}
