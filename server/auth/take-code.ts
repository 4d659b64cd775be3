import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { audit } from '../audit/queries.ts';
import { UserError, type Origin, type Services } from '../handlers.ts';
import { recoveryCodeMail } from '../mail/queries.ts';
import type { Bound } from '../secrets.ts';
import { hashToken } from '../tokens.ts';
import { countRecoveryCodes, findFactor, takeRecoveryCode, takeStep } from './factor-queries.ts';
import { codesByUser, codesByUserADay, returnTry, takeTry } from './limits.ts';
import { stepOf } from './totp.ts';

type Person = { id: string; agencyId: string; name: string; email: string; impersonated: boolean };
type Given = {
  services: Pick<Services, 'secrets'>;
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  origin: Origin;
  now: Date;
};

/** Where a person's secret is sealed for. */
export const secretPlace = ({ id, agencyId }: { id: string; agencyId: string }): Bound => ({ agencyId, table: 'second_factors', field: 'secret', owner: id });

/** The hash of a person's recovery code, however it was typed: 'ABCD-efgh' is 'abcdefgh'. */
export const recoveryHash = (userId: string, code: string): Buffer => hashToken(`${userId}:${plain(code)}`);

const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** What a wrong code is answered, beside its field. */
export const wrongCode = (): UserError => new UserError(messages.codeWrong, { status: 422, errors: { code: messages.codeWrong } });

/**
 * Uses up a code of a person whose second factor is on: one their app shows, or a recovery code, of which the person is told by mail.
 * Both are taken once. Null for a wrong one.
 */
export async function takeCode(tx: Tx, { person, code, services, origin, now }: Omit<Given, 'transaction'> & { person: Person; code: string }): Promise<'app' | 'recovery' | null> {
  const key = { agencyId: person.agencyId, userId: person.id };
  const factor = await findFactor(tx, key);
  if (factor === undefined || factor.turned_on_at === null) return null;
  const step = stepOf({ secret: services.secrets.open(factor.secret, secretPlace(person)), code: plain(code), now });
  if (step !== null) return (await takeStep(tx, { ...key, step })) ? 'app' : null;
  if (!(await takeRecoveryCode(tx, { ...key, codeHash: recoveryHash(person.id, code), now }))) return null;
  const left = await countRecoveryCodes(tx, key);
  await recoveryCodeMail(tx, { ...person, left });
  await audit(tx, { user: person, origin, action: 'recovery-code-used', details: { left } });
  return 'recovery';
}

/**
 * Does `deed` with the right code of a person, both in one transaction. Tries count, so that nobody guesses it. Throws a UserError
 * beside the field `code`.
 */
export async function withCode<T>(
  { transaction, ...given }: Given, { person, code }: { person: Person; code: string }, deed: (tx: Tx, by: 'app' | 'recovery') => Promise<T>,
): Promise<T> {
  if (code === '') throw new UserError(messages.codeMissing, { status: 422, errors: { code: messages.codeMissing } });
  const tries = { who: person.id, now: given.now };
  const isAllowed = await transaction(async (tx) => {
    const shortly = await takeTry(tx, codesByUser, tries);
    return (await takeTry(tx, codesByUserADay, tries)) && shortly;
  });
  if (!isAllowed) throw new UserError(messages.confirmTooMany, { status: 429 });
  return transaction(async (tx) => {
    const by = await takeCode(tx, { ...given, person, code });
    if (by === null) throw wrongCode();
    await returnTry(tx, codesByUser, tries);
    await returnTry(tx, codesByUserADay, tries);
    return deed(tx, by);
  });
}
