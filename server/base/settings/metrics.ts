/** The settings of `/metrics`: who may read it, and the ports at which it is served beside the site. */
import { z } from 'zod';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port')
  .transform(Number)
  .refine((number) => number > 0 && number < 65_536, 'must be a port')
  .optional();

/** The settings in the environment. */
export const metricsSettings = {
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 characters without spaces (openssl rand -hex 32)')
    .optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port,
  WORKER_METRICS_PORT: port,
};

/** Who may read the figures, and at which ports. */
export type MetricsSettings = {
  metrics: {
    /** The bearer token; null: `/metrics` is served at the ports below only, without one. */
    token: string | null;
    host: string;
    /** The port of the web server's figures, and of all figures with `npm start`; null for none. */
    port: number | null;
    /** The port of a worker's figures; null for none. */
    workerPort: number | null;
  };
};

type Given = {
  METRICS_TOKEN?: string | undefined;
  METRICS_HOST: string;
  METRICS_PORT?: number | undefined;
  WORKER_METRICS_PORT?: number | undefined;
};

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

/** The parsed settings; one line for the operator if they would show the figures to others without a token. */
export function metricsOf(set: Given): MetricsSettings | string {
  const [token, host] = [set.METRICS_TOKEN ?? null, set.METRICS_HOST];
  if (token === null && !isLoopback(host))
    return 'METRICS_HOST shows the figures to other machines: set METRICS_TOKEN as well';
  return { metrics: { token, host, port: set.METRICS_PORT ?? null, workerPort: set.WORKER_METRICS_PORT ?? null } };
}
