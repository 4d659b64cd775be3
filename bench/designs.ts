/** The image creator: dragging, undo and opening in a real browser, and drawing on the server. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { openDesignFiles } from '#render/design/draw-picture.ts';
import { newDesignSurface } from '#render/design/platform.ts';
import { drawDesign } from '#render/layout/design/index.ts';
import { emptyDesign, type Design, type Layer } from '#rules/design/design.ts';
import { newShape, newText } from '#rules/design/layers.ts';
import { drawBatch } from '#server/content/batches/draw-batch.job.ts';
import { filesOfDesign } from '#server/content/designs/design-files.ts';
import { callsTo, type TestCalls } from '#server/app/testing/calls.ts';
import { aClient } from '#server/app/testing/people.ts';
import { startBrowser } from '../tools/browser.ts';
import { workPerEvent } from './main-thread.ts';
import { openRig, type Rig } from './rig.ts';
import { signedInPage } from './signed-in-page.ts';
import { atMost, exactly, ms, quantile, reported, type Figure } from './table.ts';

const siteDir = fileURLToPath(new URL('../dist', import.meta.url));
const [layerCount, steps, undone, clients] = [100, 90, 12, 40];

/** In the browser first, then on the server. */
export async function measure(): Promise<Figure[]> {
  if (!existsSync(siteDir)) throw new Error('build the browser app first: npm run build');
  const rig = await openRig({ siteDir });
  try {
    const calls = callsTo(rig.url, rig.owner);
    return [...(await measureBrowser(rig, calls)), ...(await measureServer(rig, calls))];
  } finally {
    await rig.stop();
  }
}

/** A hundred layers of all kinds in a grid; the last one, a text, is on top in the middle. */
function manyLayers(): Design {
  const layers = Array.from({ length: layerCount }, (_, at): Layer => {
    const id = `layer-${at}`;
    const frame = { x: 10 + (at % 10) * 68, y: 8 + Math.floor(at / 10) * 38, width: 60, height: 32 };
    const colour = `#${((at * 2_654_435) % 0xffffff).toString(16).padStart(6, '0')}`;
    if (at % 3 === 0) return { ...newText(id, { text: `Layer ${at}`, size: 14 }), ...frame, colour };
    const shape = newShape(id, emptyDesign, { shape: at % 3 === 1 ? 'rect' : 'circle', isBorder: at % 2 === 0 });
    return { ...shape, ...frame };
  });
  return { ...emptyDesign, layers };
}

const save = async ({ ask }: TestCalls, name: string, design: Design): Promise<string> =>
  (await ask('save-thumbnail', { name, data: JSON.stringify(design) })).id;

async function measureBrowser(rig: Rig, calls: TestCalls): Promise<Figure[]> {
  await save(calls, 'Hundred layers', manyLayers());
  const browser = await startBrowser();
  try {
    const { page, faults } = await signedInPage(browser, rig);
    await page.goto('/contents');
    const first = await open(page);
    const opened: number[] = [];
    for (let count = 0; count < 5; count++) {
      await page.goBack();
      opened.push(await open(page));
    }
    const figures = [
      reported('a design of 100 layers opened for the first time, its code loaded as well', ms(first)),
      atMost('opened again from My Contents, until it is drawn, p50', quantile(opened, 0.5), 300, ms),
      ...(await measureDrag({ browser, page })),
      ...(await measureUndo({ browser, page })),
    ];
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return figures;
  } finally {
    await browser.close();
  }
}

/** ms from the press on the design in My Contents to the frame in which all of it is drawn. */
async function open(page: Page): Promise<number> {
  const edit = page.getByRole('link', { name: 'Edit Hundred layers' });
  await edit.waitFor();
  const opening = page.evaluate(`new Promise((resolve) => {
    addEventListener('click', ({ timeStamp }) => {
      const look = () => {
        const stage = document.querySelector('[role=group][aria-label^="Canvas."] canvas')?.parentElement;
        const isShown = stage?.ariaBusy === 'false' && !('empty' in stage.dataset);
        if (isShown && performance.getEntriesByName('draw-design').length > 0)
          requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        else requestAnimationFrame(look);
      };
      performance.clearMeasures();
      look();
    }, { once: true, capture: true });
  })`);
  await edit.click();
  return Number(await opening);
}

type Shown = { browser: Browser; page: Page };

/** Drags one layer over the others, one step per frame. */
async function measureDrag({ browser, page }: Shown): Promise<Figure[]> {
  const box = await page
    .getByRole('group', { name: /^Canvas\./ })
    .locator('canvas')
    .boundingBox();
  if (box === null) throw new Error('there is no canvas');
  const scale = box.width / emptyDesign.width;
  const from = { x: box.x + 40 * scale, y: box.y + 24 * scale };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const work = await workPerEvent({ browser, page }, 'pointermove', async () => {
    for (let step = 1; step <= steps; step++) {
      await page.mouse.move(from.x + step * 3, from.y + Math.round(40 * Math.sin(step / 9)));
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    }
  });
  await page.mouse.up();
  return [
    exactly('one of 100 layers dragged: steps', work.length, steps),
    atMost("main thread's time a step, p95", quantile(work, 0.95), 8, ms),
    reported("main thread's time a step, p50", ms(quantile(work, 0.5))),
  ];
}

/** Undoes changes by keyboard. */
async function measureUndo({ browser, page }: Shown): Promise<Figure[]> {
  await page.getByRole('group', { name: /^Canvas\./ }).focus();
  for (let count = 0; count < undone; count++) {
    await page.keyboard.press(count % 2 === 0 ? 'ArrowRight' : 'Shift+ArrowDown');
  }
  const work = await workPerEvent({ browser, page }, 'keydown', async () => {
    for (let count = 0; count < 2 * undone; count++) {
      await page.keyboard.press(count % 2 === 0 ? 'Control+z' : 'Control+Shift+z');
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    }
  });
  return [atMost("main thread's time for an undo or redo, p95", quantile(work, 0.95), 16, ms)];
}

/** Each template drawn at its size with its files already open, then a design for forty clients. */
async function measureServer({ services, db, owner }: Rig, calls: TestCalls): Promise<Figure[]> {
  const { items: templates } = await calls.ask('fetch-templates', {});
  const took: number[] = [];
  for (const { design } of templates) {
    const { files } = await filesOfDesign(services, { agencyId: owner.agencyId, document: design });
    const { means } = await openDesignFiles(design, { ...files, openPicture: async () => null });
    const surface = newDesignSurface(design);
    const before = process.threadCpuUsage();
    drawDesign(surface.context, design, { scale: 1, means });
    surface.canvas.data();
    const { user, system } = process.threadCpuUsage(before);
    took.push((user + system) / 1000);
  }
  const targets: { client_id: string }[] = [];
  for (let count = 0; count < clients; count++) {
    const { id: client } = await aClient(db, owner, { name: `Client ${count}` });
    // Different for each client, and dark enough to be legible on white.
    const primary = `#${(0x10_2030 + count * 0x02_0103).toString(16)}`;
    const colours = { primary, secondary: '#fdf0d5', accent: '#003049', background: '#ffffff', text: '#1d1d1f' };
    await calls.ask('save-kit', { client_id: client, colours, fonts: { heading: 'Oswald', body: 'Lato' } });
    targets.push({ client_id: client });
  }
  const template = templates.find(({ id }) => id === 'offer-percent');
  if (template === undefined) throw new Error('the template is gone');
  const id = await save(calls, 'Offer', template.design);
  const startedAt = performance.now();
  const batch = await calls.ask('apply-to-roster', { id, targets });
  await drawBatch(services)({ batchId: batch.id }, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
  const tookMs = performance.now() - startedAt;
  const [done] = (await calls.ask('fetch-batches', { id: batch.id })).items;
  return [
    atMost(
      `${templates.length} templates drawn by the server, processor time, the slowest`,
      Math.max(...took),
      150,
      ms,
    ),
    reported('one of them, p50', ms(quantile(took, 0.5))),
    exactly('a roster of 40: pictures made', done?.ready ?? 0, targets.length),
    atMost(`a roster of ${targets.length}`, tookMs, 20_000, ms),
  ];
}
