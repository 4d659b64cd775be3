/** The standard settings of OpenTelemetry that choose where traces go. */
import { z } from 'zod';

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional();

/** The settings in the environment. */
export const tracingSettings = {
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'must look like name=value,name=value')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('agencyreel'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be 0 to 1')
    .min(0, 'must be 0 to 1')
    .max(1, 'must be 0 to 1')
    .default(1),
};

/** Where traces go; null without them. */
export type TracingSettings = {
  tracing: { url: string; headers: Readonly<Record<string, string>>; serviceName: string; ratio: number } | null;
};

/** The parsed settings. An endpoint turns traces on, and so does OTEL_TRACES_EXPORTER=otlp. */
export function tracingOf(set: z.output<z.ZodObject<typeof tracingSettings>>): TracingSettings {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = set;
  const isOn = set.OTEL_TRACES_EXPORTER === 'otlp' || base !== undefined || own !== undefined;
  if (!isOn || set.OTEL_TRACES_EXPORTER === 'none') return { tracing: null };
  const headers = (set.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter((pair) => pair !== '');
  return {
    tracing: {
      url: own ?? `${(base ?? 'http://localhost:4318').replace(/\/$/, '')}/v1/traces`,
      headers: Object.fromEntries(
        headers.map((pair) => {
          const at = pair.indexOf('=');
          return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
        }),
      ),
      serviceName: set.OTEL_SERVICE_NAME,
      ratio: set.OTEL_TRACES_SAMPLER_ARG,
    },
  };
}
