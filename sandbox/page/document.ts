import { raw, type Reply } from '../http/reply.ts';
import { escapeHtml } from '../json.ts';

const local = "'self' http://localhost:* http://127.0.0.1:*";

/**
 * Post and mail bodies are untrusted HTML: no script, nothing fetched from other hosts, and an origin of their own,
 * even if a proxy serves the page beside the app.
 */
export const untrustedPolicy = [
  "default-src 'none'",
  `img-src ${local} data:`,
  `media-src ${local}`,
  "style-src 'self' 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/**
 * A page of a network in the sandbox. `root` is the path from it to the sandbox's own root ('../../'); `body` is HTML.
 */
export function document({
  status = 200,
  title,
  root,
  kind,
  body,
  headers = {},
}: {
  status?: number;
  title: string;
  root: string;
  kind: string;
  body: string;
  headers?: Record<string, string>;
}): Reply {
  return raw(status, {
    type: 'text/html; charset=UTF-8',
    headers: {
      'content-security-policy': untrustedPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...headers,
    },
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${root}post.css"></head>
<body class="${kind}"><p class="sandbox-note">Sandbox: nothing leaves this machine. <a href="${root}">All posts</a></p>
${body}
</body></html>
`,
  });
}

/** '/wordpress/sunrise-blog/x/' -> '../../../': the relative path from a request's path to the root. */
export function rootFrom(path: string): string {
  return '../'.repeat(Math.max(0, path.split('/').length - 2)) || './';
}

const utcDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** '21 November 2026, 10:16 UTC'. */
export function longDate(iso: string): string {
  return iso === '' ? '' : `${utcDate.format(new Date(iso)).replace(' at ', ', ')} UTC`;
}
