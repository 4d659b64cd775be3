/** The fixtures of browser tests: a file has a product of its own, in the process and the browser of its worker. */
import { test as base, type BrowserContext } from '@playwright/test';
import { startProduct, type Product, type ProductOptions } from './product.ts';

export { expect } from '@playwright/test';

/** Marks a test of a story's file that runs in the proof alone. */
export const proof = { tag: '@proof' };

/** Starts what the tests of a file share. */
export type Host = {
  /** Starts a whole product. It stops after the file's last test. */
  product(options?: ProductOptions): Promise<Product>;
  /** Registers work for the end of the file; the work registered last runs first. */
  atEnd(work: () => unknown): void;
};

/** The host with what the fixtures alone may use. */
type FileHost = Host & { enter(file: string): Promise<void> };

/**
 * `proof` is an option of a project: its tests begin at random instants, answers of the server may come late, and pages
 * are checked in every look. `host` belongs to the worker, because a file's products are started in `beforeAll`.
 */
export const test = base.extend<{ tidiness: void }, { proof: boolean; host: FileHost }>({
  proof: [false, { option: true, scope: 'worker' }],
  host: [
    async ({ browser, proof }, use) => {
      let current = '';
      let ends: (() => unknown)[] = [];
      const leave = async (): Promise<void> => {
        const reversed = ends.toReversed();
        ends = [];
        for (const end of reversed) await end();
      };
      const enter = async (file: string): Promise<void> => {
        if (file === current) return;
        await leave();
        current = file;
      };
      await use({
        enter,
        product: async (options = {}) => {
          await enter(base.info().file);
          const { product, stop } = await startProduct(browser, { ...options, proof });
          ends.push(stop);
          return product;
        },
        atEnd: (work) => {
          ends.push(work);
        },
      });
      await leave();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  // An open page goes on polling the server. Pages that the file opened for all of its tests stay.
  tidiness: [
    async ({ browser, host }, use, { file }) => {
      await host.enter(file);
      const kept: readonly BrowserContext[] = browser.contexts();
      await use();
      const opened = browser.contexts().filter((each) => !kept.includes(each));
      await Promise.all(opened.map((each) => each.close()));
    },
    { auto: true },
  ],
});
