/** Hosts that a customer may use: parsed from the typed text, and checked by their names alone. */

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * The host in a typed text, in lower case and ASCII; scheme, port and path are left out ('https://Brand.test:8080/x' ->
 * 'brand.test'), `www.` stays. Null if it is not a host below a top-level domain.
 */
export function hostIn(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/\.$/, '');
  const labels = host.split('.');
  const isHost = labels.length >= 2 && host.length <= 253 && labels.every((part) => label.test(part));
  return isHost && /^(xn--[a-z0-9-]+|[a-z]{2,63})$/.test(labels.at(-1) ?? '') ? host : null;
}

/** Endings that never resolve to us from outside. Source: https://www.iana.org/assignments/special-use-domain-names */
const closedEndings = ['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa', 'alt'];

/**
 * Whether a host is refused to customers: our own host or one below it, or one that browsers elsewhere cannot reach.
 */
export function isReservedHost(host: string, own: string): boolean {
  const isBelow = (parent: string) => host === parent || host.endsWith(`.${parent}`);
  return isBelow(own) || own.endsWith(`.${host}`) || closedEndings.some(isBelow);
}

/** Days after which a mail is sent about a misconfigured domain, and after which it is released. */
export const domainDays = { mails: [14, 28], release: 30, coolOff: 7 } as const;

/**
 * The next step for a domain that has been misconfigured for a number of days; `mailed` is the number of mails sent.
 */
export function lateDomain(
  days: number,
  mailed: number,
): { kind: 'none' } | { kind: 'mail'; days: number } | { kind: 'release' } {
  if (days >= domainDays.release) return { kind: 'release' };
  const due = domainDays.mails.filter((at) => days >= at).at(-1);
  return due !== undefined && due > mailed ? { kind: 'mail', days: due } : { kind: 'none' };
}
