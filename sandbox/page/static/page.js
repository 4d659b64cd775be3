import { itemOfAll, mailItem, postItem } from './render.js';

const feeds = [...document.querySelectorAll('[data-feed]')].map((each) => each.dataset.feed);
const every = 3000;
const empty = {
  newest: 'No posts yet. Whatever goes out shows up here, the newest first.',
  telegram:
    'No messages yet. Publish a post to one of the Telegram chats under “Keys to type in” and it shows up here.',
  wordpress: 'No posts yet. Publish to one of the sites under “Keys to type in” and they show up here.',
  medium: 'No stories yet. Publish with the integration token under “Keys to type in” and they show up here.',
  mail: 'No mail yet. Whatever the app sends by e-mail lands here.',
};
const renderers = { mail: mailItem, newest: itemOfAll };
const versions = {};
let tab = '';
let timer = 0;

/** Shows the tab that the address names and fetches it at once. */
function show() {
  const named = location.hash.slice(1);
  tab = document.querySelector(`[data-tab="${CSS.escape(named)}"]`) ? named : feeds[0];
  for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== `panel-${tab}`;
  for (const link of document.querySelectorAll('[data-tab]')) {
    link.setAttribute('aria-selected', String(link.dataset.tab === tab));
    link.tabIndex = link.dataset.tab === tab ? 0 : -1;
  }
  reveal();
  refresh();
}

/** Brings the chosen tab into the tab bar's view on a narrow screen. */
function reveal() {
  document.querySelector(`[data-tab="${tab}"]`).scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Asks for news of the shown tab; tabs without a feed only need the counts. */
async function refresh() {
  clearTimeout(timer);
  if (document.hidden) return;
  const asked = feeds.includes(tab) ? tab : feeds[0];
  try {
    const response = await fetch(`news.json?tab=${asked}&version=${versions[asked] ?? ''}`);
    if (response.status === 200) {
      const news = await response.json();
      const first = !versions[asked];
      versions[asked] = news.version;
      for (const [name, count] of Object.entries(news.counts))
        document.querySelector(`[data-count="${name}"]`).textContent = count || '';
      fill(asked, news.items);
      // The counts widened the tabs.
      if (first) reveal();
    }
    document.body.classList.remove('lost');
  } catch {
    // The sandbox is restarting or gone; the page says so and keeps asking.
    document.body.classList.add('lost');
  }
  clearTimeout(timer);
  timer = setTimeout(refresh, every);
}

/** Puts the items in; what is unchanged stays as it is, so that a video goes on playing. */
function fill(name, items) {
  const feed = document.querySelector(`[data-feed="${name}"]`);
  const known = new Map([...feed.querySelectorAll('[data-key]')].map((each) => [each.dataset.key, each]));
  const nodes = items.map((item) => {
    const key = JSON.stringify(item);
    const node = known.get(key) ?? (renderers[name] ?? postItem)(item);
    node.dataset.key = key;
    return node;
  });
  if (nodes.length === 0) {
    const note = document.createElement('p');
    note.className = 'empty';
    note.textContent = empty[name] ?? 'No posts yet. Connect one of its accounts, publish, and the posts show up here.';
    nodes.push(note);
  }
  const kept = new Set(nodes);
  for (const child of Array.from(feed.children)) if (!kept.has(child)) child.remove();
  nodes.forEach((node, index) => {
    if (feed.children[index] !== node) feed.insertBefore(node, feed.children[index] ?? null);
  });
}

/** Copies by the clipboard where the page may use it (https, localhost), else by a selection. */
async function copy(button) {
  const value = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    const field = document.createElement('textarea');
    field.value = value;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]');
  if (button) copy(button);
});
document.querySelector('[role="tablist"]').addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const links = [...document.querySelectorAll('[data-tab]')];
  const next = links[(links.findIndex((each) => each.dataset.tab === tab) + step + links.length) % links.length];
  location.hash = next.dataset.tab;
  next.focus();
});
addEventListener('hashchange', show);
document.addEventListener('visibilitychange', refresh);
show();
