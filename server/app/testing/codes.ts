/**
 * The codes of an authenticator app, by a separate implementation (WebCrypto, base32 by arithmetic), so that both sides
 * cannot hide the same mistake. Source: RFC 6238, §4; RFC 4226, §5.3; RFC 4648, §6.
 */
import { webcrypto } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  let value = 0n;
  for (const letter of key) value = value * 32n + BigInt(letters.indexOf(letter));
  const length = Math.floor((key.length * 5) / 8);
  value >>= BigInt(key.length * 5 - length * 8);
  return Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(8 * (length - 1 - at))) & 255n));
}

/** The six digits that an app with this key (base32) shows at an instant. */
export async function codeAt(key: string, at: Date): Promise<string> {
  const hmac = await webcrypto.subtle.importKey('raw', bytesOf(key), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = new DataView(await webcrypto.subtle.sign('HMAC', hmac, counter));
  const from = mac.getUint8(19) % 16;
  return String((mac.getUint32(from) % 2 ** 31) % 1_000_000).padStart(6, '0');
}
