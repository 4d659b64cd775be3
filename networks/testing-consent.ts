/** Completing a sandbox's consent page in a test. */

import assert from 'node:assert/strict';
import type { Account, Consent, Consented, ConsentVisit } from './network.ts';

/** A visit with the sandbox's own app and a sufficiently long state and verifier. */
export const aVisit = (given: Partial<ConsentVisit> = {}): ConsentVisit => ({
  app: { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' },
  state: 'state-0123456789',
  redirectUri: 'http://127.0.0.1:9/callback',
  verifier: 'verifier-'.padEnd(43, '0'),
  ...given,
});

/** The query of the redirect after pressing a button as that persona; its state is checked. */
export async function decide(consent: Consent, visit: ConsentVisit, pressed: Pressed): Promise<URLSearchParams> {
  const back = await press(consent.authorizeUrl(visit), pressed);
  assert.ok(back.href.startsWith(visit.redirectUri));
  assert.equal(back.searchParams.get('state'), visit.state);
  return back.searchParams;
}

type Pressed = { persona: string; decision?: 'allow' | 'cancel' };

/**
 * Opens the consent page at an address and presses a button as that persona; returns the address that the network
 * redirects to.
 */
export async function press(address: string, { persona, decision = 'allow' }: Pressed): Promise<URL> {
  const page = await fetch(address);
  const text = await page.text();
  assert.equal(page.status, 200, text);
  const scopes = [...text.matchAll(/name="scope" value="([^"]*)"/g)].map(([, scope = '']): [string, string] => [
    'scope',
    scope,
  ]);
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams([['persona', persona], ['decision', decision], ...scopes]),
    redirect: 'manual',
  });
  assert.equal(answer.status, 303, await answer.text());
  return new URL(answer.headers.get('location') ?? '');
}

/** Signs in as a persona and exchanges the code. */
export async function signIn(consent: Consent, persona: string, visit = aVisit()): Promise<Consented> {
  const code = (await decide(consent, visit, { persona })).get('code') ?? '';
  return consent.complete({ ...visit, code }, { signal: new AbortController().signal });
}

/** The single account that signing in as a persona gives. */
export async function joined(consent: Consent, persona: string): Promise<Account & { expiresAt?: Date | null }> {
  const given = await signIn(consent, persona);
  assert.ok(given.kind === 'connected', JSON.stringify(given));
  const [account] = given.accounts;
  assert.ok(account !== undefined);
  return account;
}
