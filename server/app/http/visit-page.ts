import type { Brand } from '#contract/base/brand.ts';
import { escaped } from './document.ts';

const style =
  'body{margin:0;display:grid;min-height:100vh;place-items:center;font:16px/1.5 system-ui,sans-serif;color:#1b1c25;' +
  'background:#f6f6f9}main{max-width:26rem;padding:24px}h1{font-size:1.25rem;margin:0 0 12px;overflow-wrap:anywhere}' +
  'p{overflow-wrap:anywhere}a{display:inline-block;padding:10px 20px;border-radius:8px;background:#1b1c25;color:#fff;' +
  'text-decoration:none;font-weight:600}a:focus-visible{outline:3px solid #5b6cff;outline-offset:2px}' +
  '@media(prefers-color-scheme:dark){body{color:#f1f1f5;background:#14151b}a{background:#f1f1f5;color:#14151b}}';

/**
 * Asks, at the host of PUBLIC_URL, whether the person intends a visit from a customer's host. A network that knows our
 * app may ask nothing more, and its answer goes to that customer.
 */
export function visitPage({ brand, host, network, to }: { brand: Brand; host: string; network: string; to: string }) {
  const [name, at, where] = [brand.name, host, network].map(escaped);
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>Connect ${where} to ${name}</title>` +
    `<style>${style}</style></head><body><main><h1>Connect your ${where} account to ${name}?</h1>` +
    `<p>${name} (${at}) will be able to publish posts with it. Continue only if you have just pressed ` +
    `<b>Connect ${where}</b> there. Otherwise close this window.</p>` +
    `<p><a href="${escaped(to)}">Continue to ${where}</a></p></main></body></html>`
  );
}
