import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { audit } from '../audit/queries.ts';
import { UserError, type Origin, type Services } from '../handlers.ts';
import { recoveryCodeMail } from '../mail/queries.ts';
import type { Bound } from '../secrets.ts';
import { countTries } from './count-tries.ts';
import { countRecoveryCodes, findFactor, takeRecoveryCode, takeStep } from './factor-queries.ts';
import { codesByUser, codesByUserADay, returnTry } from './limits.ts';
import { plainCode, recoveryHash } from './recovery-codes.ts';
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

/** How somebody proved to have the second factor. */
export type CodeKind = 'app' | 'recovery';

/**
 * Does `deed` with a code of a person whose second factor is on, both in one transaction: a code their app shows, or a recovery code,
 * of which they are told by mail. Either is taken once. Throws a UserError beside the field `code`.
 */
export const withCode = <T>(given: Given, { person, code }: { person: Person; code: string }, deed: (tx: Tx, by: CodeKind) => Promise<T>): Promise<T> =>
  withTries(given, person, async (tx) => {
    const by = await takeCode(tx, { ...given, person, code });
    if (by !== null) return { done: await deed(tx, by) };
    await audit(tx, { user: person, origin: given.origin, action: 'code-refused' });
    return null;
  });

/** Lets a person try a code, ten times in a quarter of an hour and fifty a day; a right one does not count. Null from `check` is a wrong code. */
export async function withTries<T>({ transaction, now }: Given, { id }: { id: string }, check: (tx: Tx) => Promise<{ done: T } | null>): Promise<T> {
  const tries = { who: id };
  await countTries({ transaction, now }, [[codesByUser, id], [codesByUserADay, id]], messages.codeTooMany);
  const checked = await transaction(async (tx) => {
    const result = await check(tx);
    if (result === null) return null;
    await returnTry(tx, codesByUser, tries);
    await returnTry(tx, codesByUserADay, tries);
    return result;
  });
  if (checked === null) throw new UserError(messages.codeWrong, { status: 422, errors: { code: messages.codeWrong } });
  return checked.done;
}

async function takeCode(tx: Tx, { person, code, services, origin, now }: Omit<Given, 'transaction'> & { person: Person; code: string }): Promise<CodeKind | null> {
  const key = { agencyId: person.agencyId, userId: person.id };
  const factor = await findFactor(tx, key);
  if (factor === undefined || factor.turned_on_at === null) return null;
  const step = stepOf({ secret: services.secrets.open(factor.secret, secretPlace(person)), code: plainCode(code), now });
  if (step !== null) return (await takeStep(tx, { ...key, step })) ? 'app' : null;
  if (!(await takeRecoveryCode(tx, { ...key, codeHash: recoveryHash(person.id, code), now }))) return null;
  const left = await countRecoveryCodes(tx, key);
  await recoveryCodeMail(tx, { ...person, left });
  await audit(tx, { user: person, origin, action: 'recovery-code-used', details: { left } });
  return 'recovery';
}
