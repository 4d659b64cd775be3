import { randomBytes } from 'node:crypto';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { messages } from '#contract/messages.ts';
import { UserError, type Handlers, type Services } from '../../base/handlers.ts';
import { openUpgradeFile } from '../../selling/upgrades/index.ts';
import { openCalendarFeed } from '../../planning/calendar-feeds/index.ts';
import { openExport } from '../account-data/index.ts';
import { emojiPng } from '#sources/emoji/pictures.ts';
import { noHostBrands, type HostBrands } from '../../base/brand/index.ts';
import { openReportPdf } from '../../insights/reports/index.ts';
import { tutorialPath, picturePath } from '../help/index.ts';
import { stackFontPath, fontPath, fallbackFonts, fallbackPath } from '../../content/fonts/index.ts';
import { takeEvent } from '../../selling/memberships/index.ts';
import { beginVisit } from '../../people/accounts/index.ts';
import { openFound } from '../../content/stock/index.ts';
import {
  answerCalls,
  answerCertificates,
  causeOf,
  defaultLimits,
  type CallLimits,
  leadBackToHosts,
  leadToNetworks,
  serveCalendarFeeds,
  serveExports,
  serveFiles,
  serveTutorials,
  serveFonts,
  serveHelpPictures,
  serveFound,
  serveTypeFiles,
  floodRefusal,
  guardEveryReply,
  endUnreadOfUnknown,
  isForPrograms,
  pathOf,
  probeRoutes,
  serveHealth,
  serveRobots,
  loggerOptions,
  Refusal,
  receiveWebhooks,
  refusalOf,
  passToSandbox,
  serveSite,
} from '../http/index.ts';
import { openMetrics, type Metrics } from '../../base/metrics/index.ts';
import { failuresOf } from './outages.ts';
import { declareFigures, openWatch, postingWords } from '../health/index.ts';
import { watchRoom } from '../../base/storage/room.ts';

/** The dependencies of the listener. */
export type HttpOptions = {
  services: Services;
  handlers: Partial<Handlers>;
  /** The folder of the built browser app; null if another server serves it. */
  siteDir: string | null;
  logLevel: string;
  /** The target of log lines instead of standard output. */
  logStream?: { write(line: string): void };
  limits?: CallLimits;
  /** The brands of customers' hosts; without them no customer's host is served. */
  hosts?: HostBrands;
  /** The figures of the process, to which those of the installation are added. */
  metrics?: Metrics;
  /** Aborted some time before `close`, so that proxies send no more requests. */
  stopping?: AbortSignal;
};

/**
 * The whole listener: calls, files, browser app, health. Throws if a call has no handler. Start it with `app.listen`.
 */
export async function openHttp({
  services,
  handlers,
  siteDir,
  logLevel,
  logStream,
  limits = defaultLimits,
  hosts = noHostBrands,
  metrics = openMetrics(),
  stopping = new AbortController().signal,
}: HttpOptions): Promise<FastifyInstance> {
  const { config } = services;
  const app = fastify({
    logger: loggerOptions(logLevel, logStream),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    genReqId: () => randomBytes(9).toString('base64url'),
    // What still comes in over an open connection is answered.
    return503OnClosing: false,
    requestTimeout: 300_000,
    keepAliveTimeout: 75_000,
    http: { headersTimeout: 20_000 },
    routerOptions: { ignoreTrailingSlash: true },
    // A malformed address fails before routes and hooks, so it is answered here.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      reply.raw.writeHead(400, { 'content-type': 'application/json; charset=utf-8' });
      reply.raw.end(JSON.stringify({ status: false, message: messages.badRequest }));
    },
  });
  // Each call reads its own body, after session, limit and permission.
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const failures = failuresOf(app.log, services);
  app.addHook('onClose', async () => {
    failures.stop();
  });
  const room = watchRoom({ dir: config.dataDir, clock: services.clock });
  guardEveryReply(app, { config, hosts });
  answerCertificates(app, { config, hosts });
  leadBackToHosts(app, { hosts, publicUrl: config.publicUrl });
  logEveryReply(app);
  app.addHook('onSend', async (request) => endUnreadOfUnknown(request));
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = causeOf(thrown);
    const left = hasLeft(request);
    const { status, message, errors, data } = left ? new Refusal(400, messages.badRequest) : refusalOf(error);
    if (left) request.log.info(idsOf(request), 'left');
    if (status === 507) room.ranOut();
    if (status >= 500) failures.say('failed', idsOf(request), error);
    if (error instanceof UserError && error.retryAfterSeconds !== undefined)
      reply.header('retry-after', error.retryAfterSeconds);
    return reply.code(status).send({
      status: false,
      message,
      ...(errors === undefined ? {} : { errors }),
      ...(data === undefined ? {} : { data }),
    });
  });

  answerCalls(app, { services, handlers, limits });
  const refuseFloods = (most: number) => floodRefusal({ most, clock: services.clock });
  receiveWebhooks(app, {
    take: (event) => takeEvent(services, event),
    refuseFlood: refuseFloods(20 * limits.perAddress),
  });
  leadToNetworks(app, {
    beginVisit: (visit) => beginVisit(services, visit),
    clock: services.clock,
    refuseFlood: refuseFloods(limits.perAddress),
    hosts,
    publicUrl: config.publicUrl,
  });
  serveFiles(app, services.storage);
  serveExports(app, {
    storage: services.storage,
    openExport: async (ticket) =>
      (await openUpgradeFile(services, ticket)) ??
      (await openExport(services, ticket)) ??
      openReportPdf(services, ticket),
    refuseFlood: refuseFloods(limits.perAddress),
  });
  serveCalendarFeeds(app, {
    openFeed: (token) => openCalendarFeed(services, token),
    clock: services.clock,
    refuseFlood: refuseFloods(limits.perAddress),
  });
  serveTutorials(app, { pathOf: tutorialPath });
  serveHelpPictures(app, { pathOf: (file) => picturePath(config.dataDir, file) });
  serveFonts(app, {
    pathOf: fontPath,
    fallbacks: { table: fallbackFonts, pathOf: (name) => fallbackPath(config, name) },
  });
  // A page of results has twenty pictures, and scrolling loads many pages.
  serveFound(app, { openFound: openFound(services), refuseFlood: refuseFloods(5 * limits.perAddress) });
  serveTypeFiles(app, { fontPath: stackFontPath, emojiPng });
  if (config.sandboxUrl !== null) passToSandbox(app, config.sandboxUrl, config);
  const watch = openWatch(services);
  declareFigures(metrics, { watch, services });
  // Several kinds of probes come from one address every second.
  serveHealth(app, {
    ask: () => services.db.pool.query('select 1'),
    room,
    details: async () => ({
      posting: await watch.posts().then(
        (posts) => postingWords(posts, services.clock()),
        () => 'unknown',
      ),
      storage: (await watch.storageAnswers()) ? 'answers' : 'does not answer',
    }),
    metrics,
    token: config.metrics.token,
    hosts,
    refuseFlood: refuseFloods(5 * limits.perAddress),
    stopping,
  });
  serveRobots(app, { config, clock: services.clock });
  const site = siteDir === null ? null : serveSite(app, siteDir);
  app.setNotFoundHandler(async (request, reply) => {
    if (
      site !== null &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|files|films|fonts|help-pictures|exports|calendar|found|assets)\//.test(request.url) &&
      !isForPrograms(pathOf(request.url))
    ) {
      return site(request, reply);
    }
    return reply.code(404).send({ status: false, message: messages.notFound });
  });
  return app;
}

/** Whether the browser disconnected before its request was read: nobody waits for the answer, and nothing failed. */
const hasLeft = ({ raw: { errored } }: FastifyRequest): boolean =>
  errored !== null && 'code' in errored && errored.code === 'ECONNRESET';

type Seen = {
  id: string;
  method: string;
  routeOptions: { url?: string | undefined };
  person: { id: string; agencyId: string } | null;
};

const idsOf = ({ id, method, routeOptions, person }: Seen): Record<string, unknown> => ({
  request: id,
  // The route, never the address, since addresses contain tokens.
  route: `${method} ${routeOptions.url ?? 'unknown'}`,
  ...(person === null ? {} : { user: person.id, agency: person.agencyId }),
});

function logEveryReply(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = { ...idsOf(request), status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) };
    // Several probes a second would be most of the log.
    const isProbe = probeRoutes.includes(request.routeOptions.url ?? '');
    request.log[isProbe && reply.statusCode < 400 ? 'debug' : 'info'](line, 'answered');
  });
}
