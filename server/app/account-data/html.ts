/** Markup made by `html`, whose insertions are escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Html[];

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const written = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
};

/** Markup from a template; inserted values are escaped, except markup and lists of it. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, index) => text + (index < parts.length ? written(parts[index] ?? null) : '')).join(''));

/** Formatted text as markup; the allow-list cleaned it when it was saved. */
export const trusted = (markup: string): Html => new Html(markup);

/** A link; only the text unless the address is on the web. */
export const webLink = (address: string | null, label: string): Html =>
  address !== null && /^https?:\/\//.test(address)
    ? html`<a href="${address}" rel="noreferrer">${label}</a>`
    : html`${label}`;

/** A complete page that needs only its style sheet; `root` is the path to the folder of index.html ('' or '../'). */
export const pageOf = ({
  title,
  root,
  agency,
  body,
}: {
  title: string;
  root: string;
  agency: string;
  body: Html;
}): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src 'self' file: data:;
media-src 'self' file:; style-src 'self' file:">
<title>${escaped(`${title} - ${agency}`)}</title><link rel="stylesheet" href="${root}pages/style.css"></head>
<body><header><a href="${root}index.html">${escaped(agency)}</a></header>
<main><h1>${escaped(title)}</h1>
${body.text}
</main></body></html>
`;

/** The style sheet of all pages: light and dark, on a phone and on paper. */
export const styleSheet = `:root { color-scheme: light dark; --line: #d8dbe2; --dim: #596070; --tint: #f3f4f8; }
@media (prefers-color-scheme: dark) { :root { --line: #3b404c; --dim: #a5acbb; --tint: #23262e; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
header { padding: 12px 24px; border-bottom: 1px solid var(--line); font-weight: 600; }
main { max-width: 1100px; margin: 0 auto; padding: 16px 24px 64px; }
h1 { font-size: 1.6rem; margin: 8px 0 16px; }
h2 { font-size: 1.15rem; margin: 28px 0 8px; overflow-wrap: anywhere; }
a { color: inherit; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 10px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th, td { overflow-wrap: anywhere; }
th { color: var(--dim); font-weight: 600; }
.wide { overflow-x: auto; }
.dim { color: var(--dim); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 16px; }
.cards { margin: 8px 0; padding: 0; list-style: none; }
.cards > li { padding: 12px; border: 1px solid var(--line); border-radius: 10px; overflow-wrap: anywhere; }
.cards img { display: block; width: 100%; height: 160px; object-fit: contain; }
.cards img { border-radius: 6px; background: var(--tint); }
.face { float: right; width: 64px; height: 64px; margin: 0 0 8px 12px; border-radius: 50%; object-fit: cover; }
.text { white-space: pre-wrap; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 8px 0; }
.facts dt { color: var(--dim); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
nav { display: flex; gap: 16px; margin: 16px 0; }
@media (max-width: 600px) { main { padding: 12px 16px 48px; } }
@media print { nav, header a { text-decoration: none; } }
`;
