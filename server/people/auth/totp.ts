import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Seconds for which a code is shown. Source of these three: RFC 6238 and the defaults of authenticator apps (read
 * 2026-11-21).
 */
const stepSeconds = 30;
const digits = 6;
const secretBytes = 20;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as base32 without padding, the way apps read a key (RFC 4648). */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** A new secret of 160 bits, in base32. */
export const newSecret = (): string => base32(randomBytes(secretBytes));

/** The bytes of a key in base32. */
function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The thirty-second step of an instant. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** The code of a step, six digits. Source: RFC 4226, §5.3; RFC 6238, §4. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/**
 * The step of a code: the current one, the previous or the next one, since clocks differ; null for none. All three are
 * always compared.
 */
export function stepOf({ secret, code, now }: { secret: string; code: string; now: Date }): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const present = stepAt(now);
  const matching = [present, present - 1, present + 1].filter((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)),
  );
  return matching[0] ?? null;
}

/** The URL in the QR code: `otpauth://totp/AgencyReel:ada@agency.test?secret=…&issuer=AgencyReel`. */
export const otpauthUri = ({ issuer, email, secret }: { issuer: string; email: string; secret: string }): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}` +
  `?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
