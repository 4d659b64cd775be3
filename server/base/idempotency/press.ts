/**
 * One press of a button: its key, and what was answered to it. A reply is encrypted with a key that needs both the
 * installation's secret and the key of the press, of which the database stores only the hash: a copy of the database
 * and of the secret does not reveal a session token or a link of an answer.
 */
import { createCipheriv, createDecipheriv, hash as digest, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type ReceivedFile, type Reply } from '../handlers.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { claimText, deleteKey, upsertAnswer, type KeyRow } from './queries.ts';

/** What a key held when it was claimed; null for a key that is used for the first time. */
export type Held = KeyRow | null;

/** The input that a key belongs to: a file counts by its name and size. */
export type PressInput = { input: unknown; file: ReceivedFile | null };

/** The person of a call; null for a call without sign-in. */
type Person = { id: string; agencyId: string } | null;

/** A call's key and what is stored under it. */
export type Press = {
  /** The text that claims the key in the opening of a transaction; `agency` and `person` are expressions. */
  claim: (who: { agency: string; person: string }) => string;
  /**
   * The answer of an earlier request with this key, or null if there was none. Throws a UserError: 409 while the
   * earlier one runs or if its outcome is unknown, 422 if it had other input.
   */
  answered: (held: Held, given: PressInput) => Reply<unknown> | null;
  /** Stores the answer, in the transaction of the work. */
  keep: (tx: Tx, person: Person, answer: PressInput & { reply: Reply<unknown> }) => Promise<void>;
  /** Deletes the key of a call that failed. */
  drop: (tx: Tx, person: Person) => Promise<void>;
};

/** After this time without an answer nobody knows any more what became of a call. */
const leaseMs = 600_000;
const comeAgainSeconds = 1;
/** The size from which a reply is compressed, bytes. */
const compressedFrom = 2000;
const nonceBytes = 12;
const tagBytes = 16;

/** A key of a call: `runs` for a call that opens its own transactions, so that its key has a row while it runs. */
export function openPress({
  key,
  call,
  opensOwn,
  secrets,
  now,
}: {
  key: string;
  call: string;
  opensOwn: boolean;
  secrets: Secrets;
  now: Date;
}): Press {
  const hash = digest('sha256', key, 'buffer');
  const textOf = ({ input, file }: PressInput): string =>
    JSON.stringify([call, input, file === null ? null : [file.fileName, file.sizeBytes]]);
  const cipherKey = (): Buffer => Buffer.from(secrets.sign(key, 'idempotency reply'), 'base64url');
  return {
    claim: (who) => claimText({ hash, runs: opensOwn ? call : null, now }, who),
    answered(held, given) {
      if (held === null) return null;
      const { held_call: before, held_print: print, held_reply: reply, held_at: since } = held;
      if (before !== call) throw otherInput();
      if (print === null || reply === null) {
        if (now.getTime() - since.getTime() < leaseMs) throw stillRunning();
        throw unknownOutcome();
      }
      if (!secrets.isSigned(textOf(given), print, 'idempotency input')) throw otherInput();
      return decrypted(reply, cipherKey());
    },
    keep: (tx, person, { reply: { message, data }, ...given }) =>
      upsertAnswer(tx, {
        userId: person?.id ?? null,
        agencyId: person?.agencyId ?? null,
        hash,
        call,
        print: secrets.sign(textOf(given), 'idempotency input'),
        reply: encrypted(JSON.stringify({ message, data }), cipherKey()),
        now,
      }),
    drop: (tx, person) => deleteKey(tx, { userId: person?.id ?? null, hash }),
  };
}

/** The refusal of a request whose earlier one still runs: the browser sends it again by itself. */
export const stillRunning = (): UserError =>
  new UserError(messages.pressRunning, {
    errors: { idempotency_key: 'in_progress' },
    retryAfterSeconds: comeAgainSeconds,
  });

const unknownOutcome = (): UserError =>
  new UserError(messages.pressUnknown, { errors: { idempotency_key: 'unknown_outcome' } });

const otherInput = (): UserError =>
  new UserError(messages.pressOther, { status: 422, errors: { idempotency_key: 'other_input' } });

/** Whether the wait for an earlier request with the same key took too long. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

function encrypted(text: string, key: Buffer): Buffer {
  const isLong = text.length >= compressedFrom;
  const plain = isLong ? deflateRawSync(text, { level: 1 }) : Buffer.from(text);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([isLong ? 1 : 0]), nonce, cipher.getAuthTag(), body]);
}

/** Throws a UserError if the installation's secret was replaced since. */
function decrypted(reply: Buffer, key: Buffer): Reply<unknown> {
  try {
    const body = reply.subarray(1 + nonceBytes + tagBytes);
    const decipher = createDecipheriv('aes-128-gcm', key, reply.subarray(1, 1 + nonceBytes), {
      authTagLength: tagBytes,
    }).setAuthTag(reply.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes));
    const plain = Buffer.concat([decipher.update(body), decipher.final()]);
    const parsed: unknown = JSON.parse((reply[0] === 1 ? inflateRawSync(plain) : plain).toString('utf8'));
    if (isReply(parsed)) return parsed;
  } catch {
    // Not encrypted with this secret: said below.
  }
  throw unknownOutcome();
}

/** Whether a value has the form of a reply. */
export const isReply = (value: unknown): value is Reply<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'message' in value &&
  typeof value.message === 'string' &&
  'data' in value;
