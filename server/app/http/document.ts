/** The browser app's document at a customer's host: its first bytes contain the brand. */
import { createHash } from 'node:crypto';
import type { Brand } from '#contract/base/brand.ts';
import { defaultBrand } from '../../base/brand/index.ts';

/** A text escaped for HTML, also in attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** JSON that cannot end its script element. */
const asJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The icon of a brand without a logo: its first letter on its colours. */
function letterIcon({ name, color }: Brand): string {
  const letter = escaped(name.match(/./u)?.[0].toUpperCase() ?? '');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" ` +
    `fill="${color.first}"/><text x="16" y="22" font-size="18" font-family="sans-serif" font-weight="700" ` +
    `text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The document under a brand: name, title, icon and colours, readable without JavaScript as well. */
export function documentOf(html: string, brand: Brand): string {
  const name = escaped(brand.name);
  const [first, second] = [brand.color.first, brand.color.second].map((color) => (isColor(color) ? color : '#444444'));
  const icon = brand.logo === null ? letterIcon(brand) : brand.logo;
  const head =
    `<style>:root{--brand-first:${first};--brand-second:${second}}` +
    `noscript{display:block;padding:24px;color:#fff;background:linear-gradient(100deg,${first},${second})}</style>` +
    `<script type="application/json" id="brand">${asJson(brand)}</script>`;
  return html
    .replaceAll(defaultBrand, () => name)
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escaped(icon)}" />`)
    .replace('</head>', () => `${head}</head>`);
}

/** A document's ETag, which depends on its content and so on its brand. */
export const etagOf = (html: string | Buffer): string => `"${createHash('sha256').update(html).digest('base64url')}"`;
