import { raw, type Reply } from '../http/reply.ts';
import { escapeHtml } from '../json.ts';
import { rootFrom } from '../page/document.ts';

const headers = {
  'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** One of Stripe's pages at a path below `/stripe`; `body` is HTML. */
export function stripePage(
  path: string,
  { title, body, status = 200 }: { title: string; body: string; status?: number },
): Reply {
  return raw(status, {
    type: 'text/html; charset=UTF-8',
    headers,
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${rootFrom(`/stripe${path}`)}consent.css"></head>
<body><p class="sandbox-note">Sandbox: a stand-in for Stripe, no money moves and nothing leaves this machine.</p>
<main><h1>${escapeHtml(title)}</h1>${body}</main>
</body></html>
`,
  });
}

/** A field of a form, labelled. */
export const field = (label: string, name: string, value: string, more = ''): string =>
  `<p><label>${escapeHtml(label)}<br><input name="${name}" value="${escapeHtml(value)}" ${more}></label></p>`;

/** '$19.00'. */
export const dollars = (cents: unknown): string => `$${(Number(cents) / 100).toFixed(2)}`;

/** Redirects the browser. */
export const onTo = (location: string): Reply =>
  raw(303, {
    type: 'text/plain',
    body: '',
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
