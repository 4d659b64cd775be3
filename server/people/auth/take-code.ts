import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { audit } from '../../base/audit/index.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import { UserError, type Origin, type Services } from '../../base/handlers.ts';
import { recoveryCodeMail } from '../../base/mail/index.ts';
import type { Bound } from '../../base/secrets/secrets.ts';
import {
  countTries,
  codesFromKnownAddresses,
  codesInARow,
  codesFromUnknownAddresses,
  codesSignedIn,
  returnTry,
  type GrowingLimit,
  type Limit,
} from '../../base/limits/index.ts';
import { countRecoveryCodes, findFactor, takeRecoveryCode, takeStep } from './factor-queries.ts';
import { isRecoveryShaped, plainCode, recoveryHash } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

type Person = { id: string; agencyId: string; name: string; email: string; impersonated: boolean };
type Given = {
  services: Pick<Services, 'secrets'>;
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  origin: Origin;
  now: Date;
};

/** The associated data of a person's secret. */
export const secretAssociatedData = ({ id, agencyId }: { id: string; agencyId: string }): Bound => ({
  agencyId,
  table: 'second_factors',
  field: 'secret',
  owner: id,
});

/** The situation of a try: at a log-in, from a known or unknown address of the person, or in a session. */
export type TriedFrom = { kind: 'log-in'; isKnown: boolean } | { kind: 'session'; id: string };

type Tries = readonly (readonly [GrowingLimit | Limit, who: string, where?: string])[];

/** The proofs of a second factor. */
export type CodeKind = 'app' | 'recovery';

/**
 * Checks a code of a person whose second factor is on, and does `action` in the same transaction. The code is one of
 * their app, or a recovery code, whose use is mailed to them; either works once. Throws a UserError for the field
 * `code`.
 */
export const withCode = <T>(
  given: Given,
  { person, code, from }: { person: Person; code: string; from: TriedFrom },
  action: (tx: Tx, by: CodeKind) => Promise<T>,
): Promise<T> =>
  withTries(given, triesOf({ id: person.id, code, from, address: given.origin.address }), async (tx) => {
    const by = await takeCode(tx, { ...given, person, code });
    if (by !== null) return { done: await action(tx, by) };
    await audit(tx, { user: person, origin: given.origin, action: 'code-refused' });
    return null;
  });

/**
 * The limits that a try counts against. A recovery code cannot be guessed, so others' tries do not block it: at a
 * log-in only its address limits it.
 */
export function triesOf({
  id,
  code,
  from,
  address,
}: {
  id: string;
  code: string;
  from: TriedFrom;
  address: string;
}): Tries {
  const isRecovery = isRecoveryShaped(code);
  switch (from.kind) {
    case 'log-in':
      return isRecovery
        ? []
        : [
            [codesInARow, id, addressPrefix(address)],
            [from.isKnown ? codesFromKnownAddresses : codesFromUnknownAddresses, id],
          ];
    case 'session':
      return isRecovery
        ? [[codesInARow, id, `recovery in ${from.id}`]]
        : [
            [codesInARow, id, from.id],
            [codesSignedIn, id],
          ];
    default:
      return from satisfies never;
  }
}

/**
 * Lets a person try a code within the limits of `tries`; a right one does not count. If `check` returns null, the code
 * is wrong.
 */
export async function withTries<T>(
  { transaction, now }: Given,
  tries: Tries,
  check: (tx: Tx) => Promise<{ done: T } | null>,
): Promise<T> {
  await countTries({ transaction, now }, tries, messages.codeTooMany);
  const checked = await transaction(async (tx) => {
    const result = await check(tx);
    if (result === null) return null;
    for (const [limit, who, where] of tries)
      await returnTry(tx, limit, { who, ...(where === undefined ? {} : { where }) });
    return result;
  });
  if (checked === null) throw new UserError(messages.codeWrong, { status: 422, errors: { code: messages.codeWrong } });
  return checked.done;
}

async function takeCode(
  tx: Tx,
  { person, code, services, origin, now }: Omit<Given, 'transaction'> & { person: Person; code: string },
): Promise<CodeKind | null> {
  const key = { agencyId: person.agencyId, userId: person.id };
  const factor = await findFactor(tx, key);
  if (factor === undefined || factor.turned_on_at === null) return null;
  const step = stepOf({
    secret: services.secrets.open(factor.secret, secretAssociatedData(person)),
    code: plainCode(code),
    now,
  });
  if (step !== null) return (await takeStep(tx, { ...key, step })) ? 'app' : null;
  if (!(await takeRecoveryCode(tx, { ...key, codeHash: recoveryHash(person.id, code), now }))) return null;
  const left = await countRecoveryCodes(tx, key);
  await recoveryCodeMail(tx, { ...person, left });
  await audit(tx, { user: person, origin, action: 'recovery-code-used', details: { left } });
  return 'recovery';
}
