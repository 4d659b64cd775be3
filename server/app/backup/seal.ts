/**
 * Encryption of a backup: AES-256-GCM in frames of 1 MiB, so that a file of any size is read and checked as it streams.
 * Each object has a key of its own, derived from the passphrase's, a salt and its name; a frame's nonce is its number
 * and whether it is the last one, so that frames cannot be moved, left out or cut off.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, scrypt } from 'node:crypto';

/** Bytes that come one piece after the other. */
export type Bytes = AsyncIterable<Buffer>;

/** How objects are stored: encrypted or as they are. */
export type Seal = {
  /** Names the key without revealing it; 'plain' without one. Objects of different keys are kept apart. */
  id: string;
  close(name: string, plain: Bytes): Bytes;
  /** Throws if the object was changed, cut off, or stored under another name or passphrase. */
  open(name: string, sealed: Bytes): Bytes;
  /** The stored size of an object of `plainBytes`. */
  sizeOf(plainBytes: number): number;
};

const magic = Buffer.from('ARB1');
const saltBytes = 32;
const tagBytes = 16;
const frameBytes = 1024 * 1024;

/** 128 MiB and about 0.4 s for each guess. Source: OWASP, Password Storage Cheat Sheet (scrypt), read 2026-11-27. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** Objects as they are, without a passphrase. */
export const unsealed: Seal = {
  id: 'plain',
  close: (_name, plain) => plain,
  open: (_name, sealed) => sealed,
  sizeOf: (plainBytes) => plainBytes,
};

/** The seal of a passphrase. `salt` differs between installations and need not be secret. */
export async function sealOf(passphrase: string, salt: string): Promise<Seal> {
  const key = await new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase, `agencyreel backup ${salt}`, 32, cost, (error, derived) => {
      if (error === null) resolve(derived);
      else reject(error);
    });
  });
  return {
    id: createHash('sha256').update('backup key id').update(key).digest('hex').slice(0, 8),
    close: (name, plain) => closeFrames(key, name, plain),
    open: (name, sealed) => openFrames(key, name, sealed),
    sizeOf: (plainBytes) =>
      magic.length + saltBytes + plainBytes + tagBytes * Math.max(1, Math.ceil(plainBytes / frameBytes)),
  };
}

const keyOf = (key: Buffer, name: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `backup object ${name}`, 32));

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 4);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

async function* closeFrames(key: Buffer, name: string, plain: Bytes): Bytes {
  const salt = randomBytes(saltBytes);
  const own = keyOf(key, name, salt);
  yield Buffer.concat([magic, salt]);
  let number = 0;
  for await (const { piece, isLast } of inPieces(plain, frameBytes)) {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(number++, isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

async function* openFrames(key: Buffer, name: string, sealed: Bytes): Bytes {
  let own: Buffer | undefined;
  let number = 0;
  for await (const { piece, isLast } of inPieces(sealed, frameBytes + tagBytes, magic.length + saltBytes)) {
    if (own === undefined) {
      if (isLast || !piece.subarray(0, magic.length).equals(magic)) throw damaged();
      own = keyOf(key, name, piece.subarray(magic.length));
      continue;
    }
    if (piece.length < tagBytes) throw damaged();
    const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(number++, isLast), { authTagLength: tagBytes });
    decipher.setAuthTag(piece.subarray(-tagBytes));
    let plain: Buffer;
    try {
      plain = Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()]);
    } catch {
      throw damaged();
    }
    yield plain;
  }
}

const damaged = (): Error => new Error('the backup was changed or is damaged, or the passphrase is another one');

/**
 * The bytes in pieces of one size, with the size of the first one if it differs; only the last one may be shorter. At
 * least one piece comes.
 */
export async function* inPieces(
  bytes: Bytes,
  size: number,
  firstSize = size,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let [held, heldBytes, wanted]: [Buffer[], number, number] = [[], 0, firstSize];
  for await (const more of bytes) {
    held.push(more);
    heldBytes += more.length;
    // More than one piece: otherwise this one may be the last.
    if (heldBytes <= wanted) continue;
    let rest = Buffer.concat(held);
    while (rest.length > wanted) {
      yield { piece: rest.subarray(0, wanted), isLast: false };
      rest = rest.subarray(wanted);
      wanted = size;
    }
    [held, heldBytes] = [[rest], rest.length];
  }
  yield { piece: Buffer.concat(held), isLast: true };
}
