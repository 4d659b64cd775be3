import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/**
 * 19 MiB, two passes, one lane: OWASP's second choice for argon2id (password storage cheat sheet, read 2026-11-21);
 * takes about 66 ms here.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const plainBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/**
 * The password as an argon2id hash in PHC format, with its own salt. Tests may request a cheaper one, by its memory
 * (KiB, at least 8).
 */
export async function hashPassword(
  password: string,
  { memory, passes }: { memory: number; passes: number } = cost,
): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { ...cost, memory, passes, message: password, nonce });
  return inPhc({ memory, passes, nonce, tag });
}

/** Salt and tag in PHC format. */
const inPhc = ({
  memory,
  passes,
  nonce,
  tag,
}: {
  memory: number;
  passes: number;
  nonce: Buffer;
  tag: Buffer;
}): string => `$argon2id$v=19$m=${memory},t=${passes},p=${cost.parallelism}$${plainBase64(nonce)}$${plainBase64(tag)}`;

/** The hash of an unknown password: it is checked if there is no user, so that the answer takes equally long. */
const nobody = inPhc({ ...cost, nonce: randomBytes(16), tag: randomBytes(32) });

/** Whether the password matches the hash. Without a hash returns false after the same amount of work. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = format.exec(hash ?? nobody) ?? [];
  if (tag === '') throw new Error('a stored password hash cannot be read');
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected) && hash !== null;
}
