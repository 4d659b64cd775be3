import { setTimeout as passed } from 'node:timers/promises';
import { cut, html, type Reply } from '../http/reply.ts';
import type { Fault, Operation } from './fault.ts';
import { sentinelIn } from './sentinels.ts';
import type { NetworkId } from '../state/network-id.ts';

/** A fault armed by a control call for the next `times` requests of a network and operation ('' is any). */
export type Armed = Fault & { network: NetworkId; operation: Operation | ''; account: string; times: number };

/**
 * The action about to happen, its network and its text. With `token`, an `expired` typed into the text affects only the
 * first access token that it meets, so that a renewed one is accepted.
 */
export type Action = { network: NetworkId; operation: Operation; account: string; text: string; token?: string };

/**
 * A network's answer to a fault; `done` is the answer that it replaces if the action was done. Undefined for kinds that
 * are the same for all networks.
 */
export type Refusal = (fault: Fault, done?: Reply) => Reply | undefined | Promise<Reply | undefined>;

const memory = 10_000;

/** Waits for a slow answer, without keeping a stopped sandbox alive. */
const slowness = ({ seconds }: Fault): Promise<void> => passed(seconds * 1000, undefined, { ref: false });

/** The armed faults, and how often sentinel texts have already had an effect. */
export class Faults {
  readonly armed: Armed[] = [];
  readonly #done = new Map<string, { times: number; until: number; token?: string }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Deletes everything armed and counted. */
  clear(): void {
    this.armed.length = 0;
    this.#done.clear();
  }

  /** Performs the action with the fault that is armed or typed for it. */
  async around(action: Action, refuse: Refusal, act: () => Promise<Reply>): Promise<Reply> {
    const fault = this.take(action);
    if (!fault) return act();
    if (fault.after === 'accept') {
      if (fault.kind === 'slow') await slowness(fault);
      return fault.kind === 'slow' || fault.kind === 'gzip'
        ? spoil(await act(), fault, refuse)
        : ((await refuse(fault)) ?? plainRefusal(fault));
    }
    return spoil(await act(), fault, refuse);
  }

  /** The pending fault of an action, counted as used: for a network's later, own steps. */
  take(action: Action): Fault | undefined {
    const index = this.armed.findIndex(
      (each) =>
        each.network === action.network &&
        (each.operation === '' || each.operation === action.operation) &&
        (each.account === '' || each.account === action.account),
    );
    const armed = this.armed[index];
    if (armed) {
      armed.times--;
      if (armed.times <= 0) this.armed.splice(index, 1);
      return armed;
    }
    return action.text.includes('sandbox-') ? this.#typed(action) : undefined;
  }

  /** The pending fault of an action, without counting it as used. */
  peek(action: Action): Fault | undefined {
    const armed = this.armed.find(
      (each) =>
        each.network === action.network &&
        (each.operation === '' || each.operation === action.operation) &&
        (each.account === '' || each.account === action.account),
    );
    return armed ?? sentinelIn(action.text, action.network, action.operation)?.fault;
  }

  #typed(action: Action): Fault | undefined {
    const found = sentinelIn(action.text, action.network, action.operation);
    if (!found) return undefined;
    const key = `${action.network}/${action.operation}/${action.account}/${found.name}/${action.text}`;
    const done = this.#done.get(key) ?? {
      times: 0,
      until: 0,
      ...(action.token === undefined ? {} : { token: action.token }),
    };
    if (done.times === 0 && this.#done.size >= memory) this.#done.clear();
    done.times++;
    this.#done.set(key, done);
    if (found.fault.kind === 'expired' && done.token !== action.token) return undefined;
    if (found.fault.kind !== 'rate-limit' && found.fault.kind !== 'unavailable')
      return done.times <= found.times ? found.fault : undefined;
    if (done.until === 0) done.until = this.#now() + found.fault.seconds * 1000;
    const left = Math.ceil((done.until - this.#now()) / 1000);
    return left > 0 ? { ...found.fault, seconds: left } : undefined;
  }
}

async function spoil(reply: Reply, fault: Fault, refuse: Refusal): Promise<Reply> {
  if (reply.status >= 400) return reply;
  switch (fault.kind) {
    case 'cut':
      return cut();
    case 'half':
      return { ...reply, ending: 'half' };
    case 'gzip':
      return { ...reply, gzip: true };
    case 'slow':
      if (fault.after === 'commit') await slowness(fault);
      return reply;
    default:
      return (await refuse(fault, reply)) ?? plainRefusal(fault);
  }
}

/** The answers of firewalls and failing servers, the same for every network. */
function plainRefusal(fault: Fault): Reply {
  if (fault.kind === 'cut' || fault.kind === 'half') return cut();
  if (fault.kind === 'html')
    return html(
      200,
      '<!doctype html><title>Just a moment...</title><h1>Checking your browser before accessing the site.</h1>',
    );
  if (fault.kind === 'blocked')
    return html(
      403,
      '<!doctype html><title>Blocked</title><h1>Your request has been blocked due to a network policy.</h1>',
    );
  if (fault.kind === 'unavailable')
    return html(503, '<!doctype html><title>503 Service Unavailable</title><h1>Service Unavailable</h1>', {
      'retry-after': String(fault.seconds),
    });
  if (fault.kind === 'rate-limit')
    return html(429, '<!doctype html><title>429 Too Many Requests</title><h1>Too Many Requests</h1>', {
      'retry-after': String(fault.seconds),
    });
  return html(500, '<!doctype html><title>500 Internal Server Error</title><h1>Internal Server Error</h1>');
}
