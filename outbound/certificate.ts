/** The certificate that a host presents at an address. */

import { isIP } from 'node:net';
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls';

/** The fault of a certificate: for another host, or from an authority that this machine does not trust. */
export type CertificateTrouble = 'other-host' | 'untrusted';

/**
 * The result of a TLS handshake. `refused`: the server ended it, as one without a certificate does; `slow`: it was not
 * finished in time; `unreachable`: there was no connection.
 */
export type SeenCertificate =
  | { kind: 'found'; from: Date; until: Date; trouble: CertificateTrouble | null }
  | { kind: 'refused' | 'slow' | 'unreachable' };

/** Errors of the chain that are only about time, which the caller judges by a clock of its own. */
const aboutTime = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'];

/**
 * Does a TLS handshake for `host` at an address chosen by the caller, and hangs up: no name is looked up and nothing is
 * requested. Never throws. It ends within `timeoutMs`.
 */
export function certificateOf(
  host: string,
  { address, port, timeoutMs }: { address: string; port: number; timeoutMs: number },
): Promise<SeenCertificate> {
  return new Promise((resolve) => {
    let isConnected = false;
    const socket = connect({
      host: address,
      port,
      // Only names are sent, never addresses; RFC 6066, 3.
      ...(isIP(host) === 0 ? { servername: host } : {}),
      rejectUnauthorized: false,
    });
    const end = (seen: SeenCertificate): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(seen);
    };
    const timer = setTimeout(() => {
      end({ kind: isConnected ? 'slow' : 'unreachable' });
    }, timeoutMs);
    socket.once('connect', () => {
      isConnected = true;
    });
    socket.once('secureConnect', () => {
      end(seenOn(socket, host));
    });
    // Stays after the end, because no other handler would catch a late error.
    socket.on('error', () => {
      end({ kind: isConnected ? 'refused' : 'unreachable' });
    });
    socket.once('close', () => {
      end({ kind: isConnected ? 'refused' : 'unreachable' });
    });
  });
}

function seenOn(socket: TLSSocket, host: string): SeenCertificate {
  const certificate = socket.getPeerCertificate();
  const [from, until] = [new Date(certificate.valid_from), new Date(certificate.valid_to)];
  if (Number.isNaN(from.getTime()) || Number.isNaN(until.getTime())) return { kind: 'refused' };
  const isOther = checkServerIdentity(host, certificate) !== undefined;
  const why = socket.authorized ? '' : String(socket.authorizationError);
  const isTrusted = why === '' || aboutTime.includes(why) || why === 'ERR_TLS_CERT_ALTNAME_INVALID';
  return { kind: 'found', from, until, trouble: isOther ? 'other-host' : isTrusted ? null : 'untrusted' };
}
