import { randomBytes } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { hashToken } from '../../base/secrets/tokens.ts';
import { replaceRecoveryCodes } from './factor-queries.ts';
import { base32 } from './totp.ts';

const count = 10;
const bytes = 10;

/**
 * The hash of a person's recovery code, in any typed form: 'ABCD efgh' is 'abcd-efgh'. With 80 random bits no slower
 * hash is needed.
 */
export const recoveryHash = (userId: string, code: string): Buffer => hashToken(`${userId}:${plainCode(code)}`);

/** Whether a typed text has the form of a recovery code: sixteen characters of base32, a form that no app shows. */
export const isRecoveryShaped = (code: string): boolean => /^[a-z2-7]{16}$/.test(plainCode(code));

/** A code without the spaces and hyphens that people type into it. */
export const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** Creates ten new recovery codes for a person; returns them for display, which is possible only now. */
export async function makeRecoveryCodes(tx: Tx, { id, agencyId }: { id: string; agencyId: string }): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    base32(randomBytes(bytes))
      .toLowerCase()
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
  await replaceRecoveryCodes(tx, { agencyId, userId: id, hashes: codes.map((code) => recoveryHash(id, code)) });
  return codes;
}
