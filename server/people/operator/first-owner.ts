import type { Services } from '../../base/handlers.ts';
import { provideFirstOwner } from './owners.ts';

/** Creates the first owner at the start of a production process, and logs in one line what was done or is missing. */
export async function sayFirstOwner({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  const line = await provideFirstOwner(db, config);
  if (line !== null) process.stderr.write(`AgencyReel: ${line}\n`);
}
