/** The one file that loads OpenTelemetry: spans of what the channels `agencyreel:…` report. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { hostname } from 'node:os';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { z } from 'zod';
import type { TracingSettings } from '../settings/tracing.ts';
import { withoutLiterals } from './without-literals.ts';

/** How a channel's reports become spans. `endOf` reads the result. */
type Kind = {
  kind: SpanKind;
  begin: (reported: unknown) => { name: string; attributes: Attributes };
  endOf?: (result: unknown) => Attributes;
};

const call = z.object({ call: z.string() });
const statement = z.object({ name: z.string().optional(), text: z.string() });
const post = z.object({ network: z.string(), deliveryId: z.string(), agencyId: z.string() });
const request = z.object({ method: z.string(), host: z.string() });
const exchanged = z.object({ kind: z.string(), head: z.object({ status: z.number() }).optional() });

/** Names follow OpenTelemetry's semantic conventions. Addresses are named by host: their paths carry tokens. */
const kinds: Readonly<Record<string, Kind>> = {
  call: {
    kind: SpanKind.SERVER,
    begin: (reported) => ({ name: call.parse(reported).call, attributes: {} }),
  },
  statement: {
    kind: SpanKind.CLIENT,
    begin: (reported) => {
      const { name, text } = statement.parse(reported);
      const said = withoutLiterals(text);
      const verb = /^\s*(\w+)/.exec(said)?.[1]?.toLowerCase() ?? 'statement';
      return { name: name ?? verb, attributes: { 'db.system.name': 'postgresql', 'db.query.text': said } };
    },
  },
  post: {
    kind: SpanKind.INTERNAL,
    begin: (reported) => {
      const { network, deliveryId, agencyId } = post.parse(reported);
      const ids = { 'agencyreel.delivery': deliveryId, 'agencyreel.agency': agencyId };
      return { name: `post to ${network}`, attributes: { 'agencyreel.network': network, ...ids } };
    },
  },
  request: {
    kind: SpanKind.CLIENT,
    begin: (reported) => {
      const { method, host } = request.parse(reported);
      return { name: method, attributes: { 'http.request.method': method, 'server.address': host } };
    },
    endOf: (result) => {
      const { kind, head } = exchanged.parse(result);
      return head === undefined ? { 'error.type': kind } : { 'http.response.status_code': head.status };
    },
  },
};

/** Subscribes to the channels and exports their spans in batches. */
export function openTraces({ url, headers, serviceName, ratio }: NonNullable<TracingSettings['tracing']>) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers: { ...headers } }) })],
  });
  const tracer = provider.getTracer('agencyreel');
  const current = new AsyncLocalStorage<Context>();
  const unsubscribe = Object.entries(kinds).map(([name, { kind, begin, endOf }]) => {
    const channel = tracingChannel(`agencyreel:${name}`);
    const spans = new WeakMap<object, Span>();
    channel.start.bindStore(current, (reported: unknown) => {
      const parent = current.getStore() ?? ROOT_CONTEXT;
      const { name: title, attributes } = begin(reported);
      const span = tracer.startSpan(title, { kind, attributes }, parent);
      if (typeof reported === 'object' && reported !== null) spans.set(reported, span);
      return trace.setSpan(parent, span);
    });
    const subscribers = {
      asyncEnd: (reported: object) => {
        const span = spans.get(reported);
        if (span === undefined) return;
        if ('error' in reported) span.setStatus({ code: SpanStatusCode.ERROR });
        else if (endOf !== undefined && 'result' in reported) span.setAttributes(endOf(reported.result));
        span.end();
      },
    };
    channel.asyncEnd.subscribe((reported) => {
      if (typeof reported === 'object' && reported !== null) subscribers.asyncEnd(reported);
    });
    return () => channel.start.unbindStore(current);
  });
  return {
    close: async () => {
      for (const end of unsubscribe) end();
      await provider.shutdown();
    },
  };
}
