import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { shippedEntries } from '#server/app/help/catalogue.ts';
import { openSearch } from '#web/pages/app/help/search.ts';
import { openPage, startBrowser } from '../tools/browser.ts';
import { furtherScript } from './bundle.ts';
import { openRig } from './rig.ts';
import { atMost, bytes, ms, quantile, reported, type Figure } from './table.ts';

const siteDir = fileURLToPath(new URL('../dist', import.meta.url));
const times = 20;
const searches = ['redit', 'conect telegram', 'time zone', 'uncertain post', 'stripe', 'two step', 'xylophone', '承認'];

/** Milliseconds of each of some searches, in this process. */
function searchTimes(): number[] {
  const search = openSearch(
    shippedEntries().map(({ id, title, topics, html }) => ({
      id,
      title,
      topics: topics.join(' '),
      text: html.replace(/<[^>]+>/g, ' '),
    })),
  );
  return Array.from({ length: times }, () => searches)
    .flat()
    .map((words) => {
      const startedAt = performance.now();
      search(words);
      return performance.now() - startedAt;
    });
}

/** The help's first page without signing in: its articles, its script, and when its topics are shown. */
export async function measure(): Promise<Figure[]> {
  if (!existsSync(siteDir)) throw new Error('build the browser app first: npm run build');
  const rig = await openRig({ siteDir });
  const browser = await startBrowser();
  try {
    const answers: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const startedAt = performance.now();
      await (await fetch(`${rig.url}/api/help/fetch-article?app_id=35&unbranded=true`)).arrayBuffer();
      answers.push(performance.now() - startedAt);
    }
    const { page, faults } = await openPage(browser, { url: rig.url });
    const opened: number[] = [];
    for (let time = 0; time < times / 2; time += 1) {
      await page.goto('/login');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(`history.pushState(null, '', '/help-and-support'); performance.mark('go');
        dispatchEvent(new PopStateEvent('popstate'))`);
      const tile = page.getByRole('link', { name: /^First steps/ });
      await tile.waitFor();
      opened.push(
        await page.evaluate<number>(`performance.now() - performance.getEntriesByName('go').at(-1).startTime`),
      );
    }
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const found = searchTimes();
    const before = ['index.html', 'pages/people/auth/login.tsx'];
    return [
      atMost('all articles from the server: p95', quantile(answers.slice(2), 0.95), 150, ms),
      reported('first page from the log-in, the first time', ms(opened[0] ?? 0)),
      atMost('first page from the log-in, afterwards: median', quantile(opened.slice(1), 0.5), 150, ms),
      atMost('a search: p95', quantile(found, 0.95), 150, ms),
      atMost(
        'script beyond the log-in page',
        furtherScript({ modules: [...before, 'shell/open-guard.tsx', 'pages/app/help/help-and-support.tsx'], before }),
        40_000,
        bytes,
      ),
    ];
  } finally {
    await browser.close();
    await rig.stop();
  }
}
