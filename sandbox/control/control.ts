import type { Context } from '../context.ts';
import { isRecordType, type DnsRecord } from '../dns/wire.ts';
import { isFaultKind } from '../faults/fault.ts';
import { sentinels } from '../faults/sentinels.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { isJson, parseJson, text, type Json } from '../json.ts';
import { feed } from '../page/feed.ts';
import { endTokens } from '../oauth/tokens.ts';
import { benchSeeds, readSeeds } from '../seeds.ts';
import { controlStripe } from '../stripe/stripe.ts';
import type { Change } from '../state/model.ts';
import type { Latency } from '../context.ts';
import { isNetworkId, networkIds } from '../state/network-id.ts';

/** The calls by which tests and benches control the sandbox; README.md lists them. JSON in, JSON out. */
export async function control(context: Context, latency: Latency, call: Call): Promise<Reply> {
  const route = `${call.method} ${call.path}`;
  if (route === 'GET /control/feeds') return json(200, { posts: feed(context, readFilter(call.query)) });
  if (route === 'GET /control/mails') return json(200, { mails: context.state.mails.toReversed() });
  if (route === 'GET /control/sentinels') return json(200, { sentinels });
  if (route === 'GET /control/faults') return json(200, { faults: context.faults.armed });
  if (route === 'DELETE /control/faults') {
    context.faults.clear();
    return json(200, {});
  }
  const parsed = call.body.length > 0 ? parseJson(call.body.toString()) : {};
  if (!isJson(parsed)) return json(400, { error: 'the body is not a JSON object' });
  if (route === 'POST /control/faults') return arm(context, parsed);
  if (route === 'POST /control/latency') {
    const ms = Number(parsed['ms']);
    if (!Number.isFinite(ms) || ms < 0) return json(400, { error: 'ms must be a number of milliseconds' });
    latency.ms = ms;
    return json(200, { ms });
  }
  if (route === 'POST /control/seed') return seed(context, parsed);
  if (route === 'POST /control/clock') {
    context.clock.aheadMs = Number(parsed['aheadSeconds'] ?? 0) * 1000;
    return json(200, { now: context.now().toISOString() });
  }
  if (route === 'POST /control/tokens') return tokens(context, parsed);
  if (route === 'POST /control/figures') return figures(context, parsed);
  if (route === 'POST /control/dns') return setRecords(context, parsed);
  if (route === 'POST /control/stripe') return controlStripe(context, parsed);
  if (route === 'POST /control/reset') {
    context.dns?.records.splice(0);
    for (const names of [context.dns?.proxied, context.dns?.failing, context.dns?.silent]) names?.clear();
    context.faults.clear();
    latency.ms = 0;
    context.clock.aheadMs = 0;
    context.windows.clear();
    await context.state.commit({ kind: 'reset' });
    return json(200, {});
  }
  return json(404, { error: `no control call ${route}` });
}

/**
 * Replaces all records of a host, and of the listed names below it, by these: `{host, records: [{type, value, name?,
 * afterSeconds?}], proxied?, failing?, silent?}`. A record becomes visible after its seconds; the last three say that
 * the host is behind a proxy, that queries about it fail, or that they get no answer.
 */
function setRecords({ dns, now }: Context, { host, records, ...state }: Json): Reply {
  if (dns === undefined || typeof host !== 'string' || !Array.isArray(records))
    return json(400, { error: 'host and records are needed' });
  const given: DnsRecord[] = [];
  for (const record of records) {
    const { name = host, type, value, afterSeconds = 0 } = isJson(record) ? record : {};
    if (!isRecordType(type)) return json(400, { error: 'a record has a type and a value' });
    const from = new Date(now().getTime() + Number(afterSeconds) * 1000);
    if (Number.isNaN(from.getTime())) return json(400, { error: 'afterSeconds must be a number of seconds' });
    given.push({ host: text(name).toLowerCase(), type, value: text(value), from });
  }
  for (const [word, names] of Object.entries({ proxied: dns.proxied, failing: dns.failing, silent: dns.silent }))
    if (state[word] === true) names.add(host.toLowerCase());
    else names.delete(host.toLowerCase());
  const named = new Set([host.toLowerCase(), ...given.map((record) => record.host)]);
  const others = dns.records.filter((record) => !named.has(record.host));
  dns.records.splice(0, dns.records.length, ...others, ...given);
  return json(200, { records: given.length });
}

function readFilter(query: URLSearchParams) {
  return {
    network: query.get('network') ?? '',
    account: query.get('account') ?? '',
    limit: Number(query.get('limit') ?? 1000),
  };
}

function arm(context: Context, body: Json): Reply {
  const { network, operation = '', kind, after = 'accept' } = body;
  if (!isNetworkId(network)) return json(400, { error: `network must be one of ${networkIds.join(', ')}` });
  if (!isFaultKind(kind)) return json(400, { error: `unknown kind of fault ${text(kind)}` });
  if (
    operation !== '' &&
    operation !== 'create' &&
    operation !== 'publish' &&
    operation !== 'upload' &&
    operation !== 'process'
  )
    return json(400, { error: 'operation must be create, publish, upload or process' });
  if (after !== 'accept' && after !== 'commit') return json(400, { error: 'after must be accept or commit' });
  context.faults.armed.push({
    network,
    operation,
    kind,
    after,
    account: text(body['account']),
    times: Number(body['times'] ?? 1),
    seconds: Number(body['seconds'] ?? 5),
  });
  return json(200, { faults: context.faults.armed });
}

/**
 * Ends tokens of a network before their time: `{network, persona?, does: 'expire' | 'revoke'}`; 'expire' leaves refresh
 * tokens alive.
 */
async function tokens(context: Context, { network, persona, does }: Json): Promise<Reply> {
  if (!isNetworkId(network)) return json(400, { error: `network must be one of ${networkIds.join(', ')}` });
  if (does !== 'expire' && does !== 'revoke') return json(400, { error: 'does must be expire or revoke' });
  return json(200, {
    ended: await endTokens(context, { network, does, ...(typeof persona === 'string' ? { persona } : {}) }),
  });
}

/** Sets figures of one post: `{network, id, likes?, comments?, shares?, views?, retweets?}`. */
async function figures(context: Context, { network, id, ...set }: Json): Promise<Reply> {
  const post = [...context.state.posts.values()].find((each) => each.network === network && each.id === id);
  if (!post) return json(404, { error: 'there is no such post' });
  const named = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, Number(value)]));
  await context.state.commit({ kind: 'post', post: { ...post, figures: { ...post.figures, ...named } } });
  return json(200, {});
}

/**
 * `{bench: 2000}` makes that many bots with a channel each; `bots`, `chats`, `sites`, `writers` add the listed ones, as
 * in seeds.json.
 */
async function seed(context: Context, body: Json): Promise<Reply> {
  const count = Number(body['bench'] ?? 0);
  const changes: Change[] = [...(count > 0 ? benchSeeds(count) : []), ...readSeeds(body)];
  await Promise.all(changes.map((change) => context.state.commit(change)));
  return json(200, {
    bots: context.state.bots.size,
    chats: context.state.chats.size,
    sites: context.state.sites.size,
    writers: context.state.writers.size,
  });
}
