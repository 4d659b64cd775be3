import type { Context } from '../context.ts';
import { sentinels } from '../faults/sentinels.ts';
import { raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml } from '../json.ts';
import { networkIcon, networkName } from './icons.ts';
import { keys, type KeyCard } from './keys.ts';
import { networkIds } from '../state/network-id.ts';

const feeds: (readonly [string, string])[] = [
  ['newest', 'Newest posts'],
  ...networkIds.map((id) => [id, networkName(id)] as const),
  ['mail', 'Mail'],
];
const tabs: (readonly [string, string])[] = [...feeds, ['keys', 'Keys to type in'], ['faults', 'Make it fail']];

/** The sandbox's page. Feeds and mails are filled in by page.js; keys and sentinels are part of this file. */
export function home(context: Context, call: Call): Reply {
  const proxied = call.headers['x-forwarded-host'] !== undefined || call.headers['x-forwarded-for'] !== undefined;
  const base = proxied ? `<base href="${escapeHtml(context.publicUrl)}/">` : '';
  return raw(200, {
    type: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': "default-src 'self'; img-src 'self' data:; base-uri 'self'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${base}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox</title><link rel="icon" href="icon.svg" type="image/svg+xml"><link rel="stylesheet" href="page.css">
<link rel="stylesheet" href="feed.css"><link rel="stylesheet" href="keys.css">
<script type="module" src="page.js"></script></head>
<body>
<header class="top"><div class="wide"><p class="mark">Sandbox</p>
<p class="promise">Nothing leaves this machine. These networks and this mailbox are stand-ins.</p></div></header>
<nav class="wide tabs" role="tablist" aria-label="Networks and mail">${tabs.map(tab).join('')}</nav>
<main class="wide">
${feeds.map(feedPanel).join('\n')}
<section id="panel-keys" role="tabpanel" aria-labelledby="tab-keys" hidden><h1>Keys to type in</h1>
<p class="lead">Connect an account with these. They are the same in every sandbox.
Facebook, YouTube, X, LinkedIn and Reddit open a page of their own, where you choose who you are: nothing to type
there.</p>
${keys(context).map(keyCard).join('')}</section>
<section id="panel-faults" role="tabpanel" aria-labelledby="tab-faults" hidden><h1>Make it fail</h1>
<p class="lead">Type one of these texts anywhere into a post. A number at the end is a wait in seconds where the
text below has one; on the others it is how often it happens for that very text
(<code>sandbox-error-500-1</code> fails once, then passes).</p>
${faultTable()}</section>
</main>
</body></html>
`,
  });
}

const tab = ([id, label]: readonly [string, string]): string =>
  `<a role="tab" id="tab-${id}" href="#${id}" aria-controls="panel-${id}" data-tab="${id}">${networkIcon(id)}` +
  `<span>${label}</span><span class="count" data-count="${id}"></span></a>`;

const feedPanel = ([id, label]: readonly [string, string]): string =>
  `<section id="panel-${id}" role="tabpanel" aria-labelledby="tab-${id}" hidden><h1>${label}</h1>` +
  `<div class="feed feed-${id}" data-feed="${id}" aria-live="polite"><p class="empty">Loading…</p></div></section>`;

const copyButton = ({ what, name }: { what: string; name: string }): string =>
  `<button type="button" class="copy" data-copy="${escapeHtml(what)}" aria-label="Copy ${escapeHtml(name)}">` +
  'Copy</button>';

function keyCard({ title, note, rows }: KeyCard): string {
  const row = ([label, value]: readonly [string, string]) =>
    `<div class="row"><dt>${escapeHtml(label)}</dt>
<dd><code>${escapeHtml(value)}</code>${copyButton({ what: value, name: label })}</dd></div>`;
  return `<article class="card key"><h2>${networkIcon(title.network)}${escapeHtml(title.name)}</h2>
<p class="meta">${escapeHtml(note)}</p><dl>${rows.map(row).join('')}</dl></article>`;
}

function faultTable(): string {
  const row = ({ text, networks, does }: (typeof sentinels)[number]) =>
    `<div class="row"><dt><code>${escapeHtml(text)}</code>${copyButton({ what: text, name: text })}</dt>
<dd>${escapeHtml(does)}<span class="where">${networks.map((each) => networkIcon(each)).join('')}</span></dd></div>`;
  return `<dl class="card faults">${sentinels.map(row).join('')}</dl>`;
}
