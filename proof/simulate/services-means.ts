/** The parts of a process's services that no seed changes. */

import pg from 'pg';
import type { Services } from '#server/base/handlers.ts';
import { parseConfig } from '#server/base/settings/config.ts';

/** The key of all secrets. */
export const key = Buffer.alloc(32, 7);
const app = { clientId: 'app', clientSecret: 'secret' };
/** The settings of every process. */
export const config = {
  ...parseConfig({ SANDBOX: 'off' }, '/tmp'),
  apps: { linkedin: app, twitter: app, reddit: app },
};
/** A storage without files. */
export const emptyStorage: Services['storage'] = {
  put: () => Promise.resolve(),
  open: () => Promise.resolve(null),
  delete: () => Promise.resolve(),
};
/** Never connected: code that bypasses the scheduler fails. */
export const noPool = new pg.Pool({ host: '/nowhere', max: 1 });
/** What the simulation does not have. */
export const nothing = (): Promise<never> => Promise.reject(new Error('not in the simulation'));
