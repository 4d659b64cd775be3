const wraps = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
  pre: 'code',
  blockquote: 'q',
  expandable_blockquote: 'q',
};

/** An element with a class, attributes and children (nodes or texts). */
function el(tag, { class: name = '', ...attributes } = {}, ...children) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** '2 minutes ago' in the page's words; the exact instant is the title. */
function time(iso) {
  const at = new Date(iso);
  const today = at.toDateString() === new Date().toDateString();
  const clock = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return el(
    'time',
    { datetime: iso, title: iso },
    today
      ? `Today, ${clock}`
      : `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })}, ${clock}`,
  );
}

/** Plain text with its addresses as links. */
function linked(text) {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/)
    .map((part, index) => (index % 2 ? el('a', { href: part, target: '_blank', rel: 'noreferrer' }, part) : part));
}

/** A Telegram text with its formatting. */
function formatted({ text, entities }) {
  const cuts = [
    ...new Set([0, text.length, ...entities.flatMap(({ offset, length }) => [offset, offset + length])]),
  ].sort((a, b) => a - b);
  return cuts.slice(0, -1).flatMap((from, index) => {
    const piece = text.slice(from, cuts[index + 1]);
    const over = entities.filter(({ offset, length }) => offset <= from && offset + length > from);
    const link = over.find(({ type, url }) => type === 'text_link' && /^https?:/.test(url ?? ''));
    const inner = link ? [el('a', { href: link.url, target: '_blank', rel: 'noreferrer' }, piece)] : linked(piece);
    return over.reduce((nodes, { type }) => (wraps[type] ? [el(wraps[type], {}, ...nodes)] : nodes), inner);
  });
}

function media({ path, type, width, height }) {
  const size = width ? { width, height } : {};
  return type.startsWith('video/')
    ? el('video', { src: path, controls: 'controls', preload: 'metadata', ...size })
    : el('img', { src: path, alt: '', loading: 'lazy', ...size });
}

function gallery(items) {
  return items.length ? [el('div', { class: `media media-${Math.min(items.length, 4)}` }, ...items.map(media))] : [];
}

function openLink(item, label) {
  return item.path && !['draft', 'processing', 'failed', 'rejected', 'deleted'].includes(item.status)
    ? [el('a', { class: 'open', href: item.path, target: '_blank', rel: 'noreferrer' }, label)]
    : [];
}

/** One post as its network would show it. */
export function postItem(item) {
  if (item.network === 'telegram') return telegram(item);
  const words = {
    draft: 'Draft',
    publish: 'Published',
    public: 'Published',
    unlisted: 'Unlisted',
    private: 'Private',
    published: 'Published',
    processing: 'Processing',
    failed: 'Failed',
    rejected: 'Rejected',
    deleted: 'Deleted',
  };
  const status = el('span', { class: `badge badge-${item.status}` }, words[item.status] ?? item.status);
  return el(
    'article',
    { class: `card post ${item.network}` },
    el(
      'p',
      { class: 'meta' },
      el('span', { class: 'who' }, item.accountName),
      ' · ',
      time(item.publishedAt || item.createdAt),
      status,
    ),
    ...(item.title || item.network === 'wordpress' || item.network === 'medium'
      ? [el('h2', {}, item.title || '(no title)')]
      : []),
    ...gallery(item.media),
    el('p', { class: 'excerpt' }, item.text.replace(item.title, '').trim()),
    el(
      'p',
      { class: 'foot' },
      ...item.tags.map((tag) => el('span', { class: 'tag' }, tag)),
      item.slug && item.network === 'wordpress' ? el('code', {}, item.slug) : '',
      ...openLink(item, 'Open the post'),
    ),
  );
}

/** One post among those of all networks, under its network's name. */
export function itemOfAll(item) {
  const tab = document.querySelector(`[data-tab="${item.network}"]`);
  const marks = [...(tab?.querySelectorAll('svg, span:not(.count)') ?? [])].map((each) => each.cloneNode(true));
  return el('div', { class: 'among' }, el('p', { class: 'network' }, ...marks), postItem(item));
}

function telegram(item) {
  const letter = [...item.accountName][0] ?? '?';
  return el(
    'article',
    { class: 'chat' },
    el('span', { class: 'avatar', 'aria-hidden': 'true' }, letter),
    el(
      'div',
      { class: 'bubble' },
      el('p', { class: 'who' }, item.accountName),
      ...gallery(item.media),
      ...(item.text ? [el('p', { class: 'text' }, ...formatted(item))] : []),
      el('p', { class: 'meta' }, el('span', {}, `message ${item.id}`), time(item.createdAt), ...openLink(item, 'Open')),
    ),
  );
}

/** One mail: its text with links to press, and its HTML in a frame of its own. */
export function mailItem(mail) {
  const frame = el('details', {}, el('summary', {}, 'As designed'));
  frame.addEventListener('toggle', () => {
    if (frame.open && !frame.querySelector('iframe'))
      frame.append(
        el('iframe', {
          src: `mail/${mail.id}.html`,
          title: mail.subject,
          sandbox: 'allow-popups allow-popups-to-escape-sandbox',
        }),
      );
  });
  return el(
    'article',
    { class: 'card mail' },
    el('p', { class: 'meta' }, el('span', { class: 'who' }, `To ${mail.to.join(', ')}`), ' · ', time(mail.receivedAt)),
    el('h2', {}, mail.subject || '(no subject)'),
    el('p', { class: 'from' }, `From ${mail.from}`),
    el('p', { class: 'text' }, ...linked(mail.text || textOf(mail.html))),
    ...mail.attachments.map((each) =>
      el('p', { class: 'foot' }, `${each.name} (${each.type}, ${each.sizeBytes.toLocaleString('en')} bytes)`),
    ),
    ...(mail.html ? [frame] : []),
  );
}

/** The readable text of an HTML mail, links written out; parsed in a document of its own that runs and loads nothing. */
function textOf(html) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const each of parsed.querySelectorAll('style, script, title')) each.remove();
  for (const link of parsed.querySelectorAll('a[href]'))
    if (!link.textContent.includes(link.getAttribute('href'))) link.append(` ${link.getAttribute('href')} `);
  for (const each of parsed.querySelectorAll('p, div, tr, h1, h2, h3, br')) each.append('\n');
  return parsed.body.textContent
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}
