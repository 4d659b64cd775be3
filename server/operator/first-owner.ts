import type { Services } from '../app/handlers.ts';
import { provideFirstOwner } from './owners.ts';

/**
 * Sees to the first owner as a process of production starts, and tells the operator in one line what was done or has to
 * be.
 */
export async function sayFirstOwner({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  const line = await provideFirstOwner(db, config);
  if (line !== null) process.stderr.write(`AgencyReel: ${line}\n`);
}
