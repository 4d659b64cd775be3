/** Parses answers without trusting them. */

/** The value of a JSON text, or undefined if it is not JSON (a proxy's HTML page, a truncated answer). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An answer may hold anything; an unreadable one is judged by its status alone.
    return undefined;
  }
}

/**
 * The seconds that a Retry-After header requests, as a number or as a date; null if it is unreadable. Source: RFC 9110,
 * 10.2.3.
 */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: Date): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,7}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(1, Math.ceil((at - now.getTime()) / 1000));
}
