import { request as open } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages.ts';
import { Refusal } from './refusal.ts';

const prefix = '/sandbox';

/** What belongs to one connection and is not passed on. */
const ownHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host', 'authorization', 'proxy-authorization', 'te', 'trailer']);

/**
 * The sandbox's address for one of ours ('/sandbox/t.me/x?y' -> '/t.me/x?y'); null where it leads to the
 * sandbox's controls, in whatever disguise.
 */
export function sandboxPath(url: string): string | null {
  const { pathname, search } = new URL(url.slice(prefix.length).replace(/^\/*/, '/'), 'http://sandbox');
  let plain: string;
  try {
    plain = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const parts = new URL(plain.replace(/[\\/]+/g, '/'), 'http://sandbox').pathname.split('/').filter((part) => part !== '');
  return parts.some((part) => /^control$/i.test(part)) ? null : pathname + search;
}

/** Passes `/sandbox/…` on to the sandbox, so that its pages and pictures are seen under our own address. */
export function passToSandbox(app: FastifyInstance, sandboxUrl: string): void {
  const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // The page's links are relative, so its address must end in a slash.
    if (request.url === prefix) return reply.redirect(`${prefix}/`);
    const path = sandboxPath(request.url);
    if (path === null) throw new Refusal(404, messages.notFound);
    return forward(request, reply, new URL(path, sandboxUrl));
  };
  // Its pages name their parts relative to their own folder.
  app.get(prefix, (request, reply) => (request.url === prefix ? reply.redirect(`${prefix}/`) : pass(request, reply)));
  app.route({ method: ['GET', 'HEAD', 'POST'], url: `${prefix}/*`, handler: pass });
}

function forward(request: FastifyRequest, reply: FastifyReply, target: URL): Promise<FastifyReply> {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name)));
  return new Promise((resolve, reject) => {
    const onward = open(target, { method: request.method, headers }, (answer) => {
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !ownHeaders.has(name)) reply.header(name, value);
      }
      resolve(reply.code(answer.statusCode ?? 502).send(answer));
    });
    onward.once('error', () => reject(new Refusal(502, 'The sandbox does not answer')));
    reply.raw.once('close', () => onward.destroy());
    request.raw.pipe(onward);
  });
}
