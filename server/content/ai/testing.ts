/** An AI for tests: the sandbox's, at a configured address. */
import { whenDone } from '#db/testing-ends.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { parseConfig, type Config } from '../../base/settings/config.ts';
import type { TestPerson, TestServer } from '../../app/testing/server.ts';
import { saveAiKey } from './key-queries.ts';

/** The address of the sandbox's AI, which runs until the test or file ends. */
export async function anAi(): Promise<{ url: string; addresses: Config['addresses'] }> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  whenDone(() => sandbox.stop());
  const url = sandbox.openaiApiUrl;
  return { url, addresses: { ...parseConfig({}).addresses, openaiApiUrl: url } };
}

/** Stores a key for an agency that the sandbox's AI accepts. */
export const giveAiKey = ({ db, services }: TestServer, { agencyId }: TestPerson, key = 'sk-sandbox-1234') =>
  db.asAgency(agencyId, (tx) => saveAiKey(tx, services.secrets, { agencyId, key, now: services.clock() }));
