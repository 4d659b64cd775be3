import { raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml } from '../json.ts';
import { networkIcon } from '../page/icons.ts';
import { rootFrom } from '../page/document.ts';
import type { NetworkId } from '../state/network-id.ts';

/** A person on a consent page. `note` says what is special about them. */
export type Persona = { id: string; name: string; handle: string; note?: string };

/**
 * One visit to a network's consent page, after the network has checked its query. `allow` returns the redirect's query
 * besides `state`, `deny` likewise (`{error: 'access_denied'}`). With `mayUntick` single scopes can be deselected.
 * `prefix` is the network's folder ('/reddit').
 */
export type Visit = {
  network: NetworkId;
  networkName: string;
  prefix: string;
  appName: string;
  scopes: string[];
  mayUntick?: boolean;
  personas: Persona[];
  redirectUri: string;
  state: string | null;
  allow(persona: Persona, scopes: string[]): Promise<Record<string, string>>;
  deny: Record<string, string>;
};

const headers = {
  'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** GET shows the page; POST with `persona` and `decision` (allow or cancel) redirects the browser back to the app. */
export async function consent(call: Call, visit: Visit): Promise<Reply> {
  const form = new URLSearchParams(call.method === 'POST' ? call.body.toString() : '');
  if (form.get('decision') === 'cancel') return back(visit, visit.deny);
  const persona = visit.personas.find((each) => each.id === form.get('persona'));
  if (form.get('decision') !== 'allow' || !persona) return page(call, visit);
  const scopes = visit.mayUntick ? visit.scopes.filter((each) => form.getAll('scope').includes(each)) : visit.scopes;
  return back(visit, await visit.allow(persona, scopes));
}

/** A consent page's refusal of a wrong address, shown to the person instead of a redirect. */
export function consentError({
  prefix,
  call,
  networkName,
  message,
}: {
  prefix: string;
  call: Call;
  networkName: string;
  message: string;
}): Reply {
  return shell(400, `${prefix}${call.path}`, {
    title: `${networkName} (sandbox)`,
    body: `<h1>${escapeHtml(networkName)} cannot go on</h1><p role="alert">${escapeHtml(message)}</p>`,
  });
}

function back({ redirectUri, state }: Visit, carried: Record<string, string>): Reply {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(carried)) target.searchParams.set(name, value);
  if (state !== null) target.searchParams.set('state', state);
  return raw(303, {
    type: 'text/plain',
    body: '',
    headers: { location: target.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

function page(
  call: Call,
  { network, networkName, prefix, appName, scopes, mayUntick = false, personas }: Visit,
): Reply {
  const persona = ({ id, name, handle, note }: Persona, index: number) =>
    `<label class="persona">` +
    `<input type="radio" name="persona" value="${escapeHtml(id)}"${index === 0 ? ' checked' : ''}>` +
    `<span><b>${escapeHtml(name)}</b> <span class="handle">${escapeHtml(handle)}</span>` +
    `${note ? `<small>${escapeHtml(note)}</small>` : ''}</span></label>`;
  const scope = (name: string) =>
    mayUntick
      ? `<label class="scope"><input type="checkbox" name="scope" value="${escapeHtml(name)}" checked>
<code>${escapeHtml(name)}</code></label>`
      : `<li><code>${escapeHtml(name)}</code></li>`;
  const allowed = scopes.map(scope).join('');
  return shell(200, `${prefix}${call.path}`, {
    title: `${networkName} (sandbox): allow ${appName}?`,
    body: `<h1>${networkIcon(network)} ${escapeHtml(networkName)}</h1>
<p><b>${escapeHtml(appName)}</b> asks for access to an account.</p>
<form method="post" action="">
<fieldset><legend>Sign in as</legend>${personas.map(persona).join('')}</fieldset>
<fieldset><legend>It may</legend>${mayUntick ? allowed : `<ul>${allowed}</ul>`}</fieldset>
<p class="buttons"><button class="allow" name="decision" value="allow">Allow</button>
<button name="decision" value="cancel">Cancel</button></p>
</form>`,
  });
}

function shell(status: number, path: string, { title, body }: { title: string; body: string }): Reply {
  return raw(status, {
    type: 'text/html; charset=UTF-8',
    headers,
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${rootFrom(path)}consent.css"></head>
<body><p class="sandbox-note">Sandbox: this is a stand-in, no password is asked and nothing leaves this machine.</p>
<main>${body}</main>
</body></html>
`,
  });
}
