/** Opens sockets, and pins each to an address that was checked. */

import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress, publicLookupBy, type Resolve } from './addresses.ts';
import { OutboundFailure } from './failures.ts';
import { defaultConnectMs } from './limits.ts';

/**
 * Keep-alive sockets are closed after 2 s without use. A server that closes an idle socket just as we write to it
 * causes an 'unknown' for no reason; the shortest idle time-outs in production (Apache, Node, LiteSpeed) are 5 s, so
 * our side always closes first.
 */
const pool = {
  keepAliveTimeout: 2_000,
  keepAliveMaxTimeout: 2_000,
  pipelining: 1,
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
};
const connecting = { allowH2: false, timeout: defaultConnectMs };

/** Connections to the addresses of our own configuration, private or not. */
export const openAgent = (): Agent => new Agent({ ...pool, connect: buildConnector(connecting) });

/**
 * Connections to public addresses only, checked at the moment of connecting, so that changing the address of a name has
 * no effect. `allowPrivateHosts` names exceptions as `host` or `host:port`, e.g. `127.0.0.1:44000`.
 */
export const openGuardedAgent = ({
  allowPrivateHosts,
  resolve,
}: {
  allowPrivateHosts: readonly string[];
  resolve: Resolve;
}): Agent => new Agent({ ...pool, connect: guardedConnector(allowPrivateHosts, resolve) });

function guardedConnector(allowPrivateHosts: readonly string[], resolve: Resolve): buildConnector.connector {
  const allowed = new Set(allowPrivateHosts.map((entry) => entry.toLowerCase()));
  const free = buildConnector(connecting);
  const checked = buildConnector({ ...connecting, lookup: publicLookupBy(resolve), port: 0 });
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    if (allowed.has(host) || allowed.has(`${host}:${port}`)) return free(options, done);
    // NOTE net.connect never calls `lookup` for a literal address, so literals are checked here.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return done(new OutboundFailure('FORBIDDEN_ADDRESS'), null);
    return checked(options, done);
  };
}
