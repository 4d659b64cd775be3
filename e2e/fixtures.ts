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
      const ends = new Map<string, (() => unknown)[]>();
      // Ends what the other files of this worker have left.
      const enter = async (file: string): Promise<void> => {
        for (const [other, works] of ends) {
          if (other === file) continue;
          ends.delete(other);
          for (const work of works.toReversed()) await work();
        }
      };
      const atEnd = (work: () => unknown): void => {
        const { file } = base.info();
        ends.set(file, [...(ends.get(file) ?? []), work]);
      };
      await use({
        enter,
        product: async (options = {}) => {
          await enter(base.info().file);
          const { product, stop } = await startProduct(browser, { ...options, proof });
          atEnd(stop);
          return product;
        },
        atEnd,
      });
      await enter('');
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
