import type { Services } from '../../base/handlers.ts';
import { provideFirstOwner } from './owners.ts';

/**
 * Makes the first owner at the start of a production process, and tells the operator in one line what was done or is
 * missing.
 */
export async function sayFirstOwner({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  const line = await provideFirstOwner(db, config);
  if (line !== null) process.stderr.write(`AgencyReel: ${line}\n`);
}
