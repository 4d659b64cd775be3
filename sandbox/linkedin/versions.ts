import type { Call } from '../http/request.ts';
import { Refused } from './errors.ts';

/**
 * Checks the headers of every call below `/rest/`. A version begins with its month and is served until the 16th of that
 * month a year later (learn.microsoft.com, Marketing API migrations; third-party notes of 2026); the current month's is
 * not out yet. Throws Refused, before the token is checked.
 */
export function checkHeaders(call: Call, now: Date): void {
  const version = call.headers['linkedin-version'];
  if (version === undefined || version === '')
    throw new Refused(
      400,
      'VERSION_MISSING',
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
    );
  const [, year, month] = /^(\d{4})(0[1-9]|1[0-2])$/.exec(version) ?? [];
  if (year === undefined || month === undefined)
    throw new Refused(400, 'VERSION_INVALID', `The version ${version} is not of the form YYYYMM`);
  const begins = Date.UTC(Number(year), Number(month) - 1, 1);
  const thisMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const ends = Date.UTC(Number(year) + 1, Number(month) - 1, 16);
  if (begins >= thisMonth || now.getTime() >= ends)
    throw new Refused(426, 'NONEXISTENT_VERSION', `Requested version ${version}01 is not active`);
  if (call.headers['x-restli-protocol-version'] !== '2.0.0')
    throw new Refused(
      400,
      'ILLEGAL_ARGUMENT',
      'X-Restli-Protocol-Version must be 2.0.0 (sandbox: the real one then reads addresses by the older protocol)',
    );
}

/** The newest version that is served: last month's, `2026-11-21 -> '202610'`. */
export const newestVersion = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7).replace('-', '');

/** '/rest/videos/urn%3Ali%3Avideo%3AX' -> 'urn:li:video:X'. Throws Refused for a URN with bare colons. */
export function urnInPath(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  if (last.includes(':')) throw new Refused(400, 'ILLEGAL_ARGUMENT', 'Syntax exception in path variables');
  return decodeURIComponent(last);
}
