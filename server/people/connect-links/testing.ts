import { z } from 'zod';
import type { TestPerson, TestServer } from '../../app/testing/server.ts';

const told = z.object({ data: z.object({ state: z.literal('open'), token: z.string() }) });

/** The token in a link's URL. */
export const tokenIn = (url: string | null): string => /\/connect\/([\w-]+)$/.exec(url ?? '')?.[1] ?? '';

/** Creates a link for a client and opens it; returns its holder, to make calls as. */
export async function aLinkHolder(
  server: TestServer,
  client: TestPerson,
  { by = server.owner, ...options }: { days?: 1 | 7 | 30; by?: TestPerson } = {},
): Promise<{ holder: TestPerson; linkId: string; token: string }> {
  const { link, url } = await server.ask('make-connect-link', { client_id: client.id, ...options }, { as: by });
  const token = tokenIn(url);
  return { holder: await openLink(server, client, token), linkId: link.id, token };
}

/** Opens a valid link again, for another holder. */
export async function openLink(server: TestServer, client: TestPerson, token: string): Promise<TestPerson> {
  const { data } = told.parse(await server.call('open-connect-link', { token }, { as: null }));
  return { ...client, token: data.token };
}
