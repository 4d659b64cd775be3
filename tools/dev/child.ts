/** A process of `npm run dev`: loads the packages, waits for its order, and becomes the product. */
import { once } from 'node:events';
import { enableCompileCache } from 'node:module';
import { z } from 'zod';

// NOTE none of our own files may be loaded before the order: the change that causes the start would be missed.
enableCompileCache('node_modules/.cache/compiled');

/** The packages of the server that take longest to load. */
const packages = [
  'fastify',
  '@fastify/multipart',
  'pg',
  'kysely',
  'pg-boss',
  'undici',
  'sharp',
  'sanitize-html',
  'nodemailer',
  'fast-xml-parser',
  'papaparse',
  'pdfkit',
  'fontkit',
  'marked',
  'minisearch',
  'yazl',
];

// Ends with the supervisor, however that ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const order = once(process, 'message');
// A package that is not there is reported by the file that imports it.
await Promise.allSettled(packages.map((name) => import(name)));
const [message] = z
  .tuple([z.unknown()])
  .rest(z.unknown())
  .parse(await order);
const before = process.cpuUsage();
const { runProduct } = await import('./run-product.ts');
await runProduct(message, before);
