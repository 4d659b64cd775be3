/** The certificate that visitors of a customer's domain see, as a light with words. */
import type { Light } from '#contract/selling/white-label.ts';
import { isPublicAddress } from '#outbound/addresses.ts';
import { certificateOf, type SeenCertificate } from '#outbound/certificate.ts';
import { sayDay } from '#rules/say-dates.ts';
import type { Config } from '../../base/settings/config.ts';

/** As long as a person waits for an answer; a certificate that is being fetched is seen the next time. */
const timeoutMs = 8000;

type Where = Pick<Config, 'publicIp' | 'tlsAddress' | 'allowPrivateHosts'>;

/**
 * Checks the certificate of a host whose A record points here. The socket connects to our own address from the
 * configuration, never to one that the domain's DNS names.
 */
export async function certificateLight(host: string, { config, now }: { config: Where; now: Date }): Promise<Light> {
  const at = targetOf(config);
  return at === null ? unknown : lightOf(await certificateOf(host, { ...at, timeoutMs }), now);
}

function targetOf({ publicIp, tlsAddress, allowPrivateHosts }: Where): { address: string; port: number } | null {
  if (tlsAddress !== null) return tlsAddress;
  if (publicIp === null) return null;
  const isReached =
    isPublicAddress(publicIp) || allowPrivateHosts.some((one) => [publicIp, `${publicIp}:443`].includes(one));
  return isReached ? { address: publicIp, port: 443 } : null;
}

const name = 'certificate';
const unknown: Light = {
  name,
  state: 'unknown',
  words: 'The certificate could not be checked just now. We try again within the hour.',
};
const wrong = (words: string): Light => ({ name, state: 'wrong', words });
const missing = (words: string): Light => ({ name, state: 'missing', words });

const dayOf = (at: Date): string => sayDay(at, 'UTC');

/** Authorities renew long before the end: with a sixth of its life left, a renewal has failed several times. */
const isEnding = ({ from, until }: { from: Date; until: Date }, now: Date): boolean =>
  until.getTime() - now.getTime() < (until.getTime() - from.getTime()) / 6;

/** What a certificate means at an instant. */
export function lightOf(seen: SeenCertificate, now: Date): Light {
  switch (seen.kind) {
    case 'unreachable':
      return unknown;
    case 'refused':
      return missing(
        'There is no certificate yet. One is fetched when the site is opened, which takes about a minute.',
      );
    case 'slow':
      return missing('The certificate is being fetched. Please check again in a minute.');
    case 'found':
      if (seen.trouble === 'other-host') return wrong('The certificate is for another host.');
      if (seen.until <= now) return wrong(`The certificate ended on ${dayOf(seen.until)} and was not renewed.`);
      if (seen.from > now) return wrong(`The certificate is not valid before ${dayOf(seen.from)}.`);
      if (seen.trouble === 'untrusted')
        return wrong('The certificate is from an authority that browsers do not trust.');
      if (isEnding(seen, now)) return wrong(`The certificate ends on ${dayOf(seen.until)} and is not renewed yet.`);
      return { name, state: 'right', words: `The certificate is valid until ${dayOf(seen.until)}.` };
    default:
      return seen satisfies never;
  }
}
