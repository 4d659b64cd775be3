import type { Config } from '../../../base/settings/config.ts';
import type { Services } from '../../../base/handlers.ts';
import { createFirstOwner, type FirstOwner } from '../../../people/operator/index.ts';

/**
 * Creates the first owner of an empty database, with the sample agency in an evaluation; null if there is an owner.
 * `say` gets a line for each network that the sample leaves out; `given` are the settings without the sandbox's
 * addresses.
 */
export async function openFirstOwner(
  services: Services,
  { given, wordpressUrl, say }: { given: Config; wordpressUrl: string | null; say: (line: string) => void },
): Promise<FirstOwner | null> {
  const owner = await createFirstOwner(services.db, services.config);
  // An evaluation gets sample data; an operator's own database means that this is not an evaluation.
  if (owner === null || owner.hasSample || wordpressUrl === null || given.databaseUrl !== null) return owner;
  const [{ makeSampleData }, { elsewhere }] = await Promise.all([
    import('../../sample/index.ts'),
    import('./sandbox-child.ts'),
  ]);
  const notOurs = elsewhere(given.addresses);
  await makeSampleData(services, {
    agencyId: owner.agencyId,
    ownerId: owner.id,
    sandbox: { wordpressUrl },
    leftOut: notOurs.map(({ network }) => network),
  });
  for (const { network, setting } of notOurs)
    say(`${setting} is set, so ${network} is not the sandbox: the sample leaves it out.`);
  return owner;
}

/** How the first owner signs in, for the terminal. */
export const signInLines = ({ email, password }: FirstOwner): string =>
  `\nSign in as:  ${email}\nPassword:    ` +
  `${password ?? 'as set in OWNER_PASSWORD'}${password === null ? '' : '   (shown only this once)'}`;
