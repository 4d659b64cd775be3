import type { Browser } from '@playwright/test';
import { z } from 'zod';
import { openPage } from '../tools/browser.ts';
import type { openRig } from './rig.ts';

/** A browser page signed in as the rig's owner, before its first address, with the faults it records. */
export async function signedInPage(browser: Browser, { url, owner }: Awaited<ReturnType<typeof openRig>>) {
  const opened = await openPage(browser, { url });
  const answer = await fetch(`${url}/api/fetch-user`, {
    method: 'POST',
    headers: { authorization: owner.token },
  });
  const { data: user } = z.object({ data: z.unknown() }).parse(await answer.json());
  await opened.page.addInitScript(
    (session) => {
      localStorage.setItem('session', session);
    },
    JSON.stringify({ token: owner.token, user }),
  );
  return opened;
}
