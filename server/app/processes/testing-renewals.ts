import { z } from 'zod';
import { credentialsAssociatedData } from '../../people/accounts/credentials.ts';
import type { EngineOptions } from '../../publishing/engine/engine.ts';
import type { TestServer } from '../testing/server.ts';
import { renewalsOf } from './publisher.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const texts = z.record(z.string(), z.string());

/** Real renewals of credentials for a worker, and the messages with which it lost accounts. */
export function renewingOf(services: TestServer['services']) {
  const lost: string[] = [];
  return {
    lost,
    renewals: renewalsOf(services, log),
    openCredentials: (row) =>
      texts.parse(JSON.parse(services.secrets.open(row.credentials, credentialsAssociatedData(row)))),
    onAccountLost: ({ message }) => {
      lost.push(message);
      return Promise.resolve();
    },
  } satisfies Partial<EngineOptions> & { lost: string[] };
}
