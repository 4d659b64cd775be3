import seeds from './seeds.json' with { type: 'json' };
import { isJson, text } from './json.ts';
import { noises } from './state/model.ts';
import type { Bot, Change, Chat, Membership, Site, SiteUser, Writer } from './state/model.ts';

/** The bots, chats, sites and writers of every sandbox; README.md and the page list them for people to type. */
export function fixedSeeds(): Change[] {
  return [...readSeeds(seeds)];
}

/** Seeds in the form of seeds.json, parsed from unknown JSON; entries without their id are left out. */
export function readSeeds(value: unknown): Change[] {
  if (!isJson(value)) return [];
  return [
    {
      kind: 'bots',
      bots: list(value['bots'])
        .filter((each) => text(each['token']))
        .map(readBot),
    },
    {
      kind: 'chats',
      chats: list(value['chats'])
        .filter((each) => typeof each['id'] === 'number')
        .map(readChat),
    },
    {
      kind: 'sites',
      sites: list(value['sites'])
        .filter((each) => text(each['name']))
        .map(readSite),
    },
    {
      kind: 'writers',
      writers: list(value['writers'])
        .filter((each) => text(each['token']))
        .map(readWriter),
    },
  ];
}

/**
 * Bots with a channel each for measuring: bot n has token `{9000000000+n}:{35 characters}` and the channel `@bench_n`,
 * chat -1009000000000-n.
 */
export function benchSeeds(count: number): Change[] {
  const bots: Bot[] = [];
  const chats: Chat[] = [];
  for (let n = 1; n <= count; n++) {
    const id = 9_000_000_000 + n;
    bots.push({
      token: `${id}:AA${String(n).padStart(33, '0')}`,
      id,
      username: `bench_${n}_bot`,
      name: `Bench ${n}`,
      alive: true,
    });
    chats.push({
      id: -1_009_000_000_000 - n,
      type: 'channel',
      title: `Bench ${n}`,
      username: `bench_${n}`,
      bots: { [id]: { status: 'administrator', can: true } },
    });
  }
  return [
    { kind: 'bots', bots },
    { kind: 'chats', chats },
  ];
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

function readBot(value: Record<string, unknown>): Bot {
  const token = text(value['token']);
  const id = Number(token.split(':')[0]);
  return {
    token,
    id,
    username: text(value['username']) || `bot_${id}`,
    name: text(value['name']) || `Bot ${id}`,
    alive: value['alive'] !== false,
  };
}

function readChat(value: Record<string, unknown>): Chat {
  const type = value['type'];
  const bots = isJson(value['bots']) ? value['bots'] : {};
  const chat: Chat = {
    id: Number(value['id']),
    type: type === 'private' || type === 'group' || type === 'supergroup' ? type : 'channel',
    title: text(value['title']),
    username: text(value['username']),
    bots: Object.fromEntries(Object.entries(bots).map(([id, membership]) => [id, readMembership(membership)])),
  };
  const topics = isJson(value['topics'])
    ? { topics: Object.fromEntries(Object.entries(value['topics']).map(([id, name]) => [id, text(name)])) }
    : {};
  return typeof value['movedTo'] === 'number' ? { ...chat, movedTo: value['movedTo'] } : { ...chat, ...topics };
}

function readMembership(value: unknown): Membership {
  const status = isJson(value) ? value['status'] : '';
  const known =
    status === 'creator' || status === 'member' || status === 'restricted' || status === 'left' || status === 'kicked'
      ? status
      : 'administrator';
  return { status: known, can: isJson(value) && value['can'] === true };
}

function readSite(value: Record<string, unknown>): Site {
  return {
    name: text(value['name']),
    title: text(value['title']) || text(value['name']),
    tagline: text(value['tagline']),
    rest: value['rest'] === 'blocked' || value['rest'] === 'off' ? value['rest'] : 'open',
    xmlrpc: value['xmlrpc'] === 'disabled' || value['xmlrpc'] === 'blocked' ? value['xmlrpc'] : 'open',
    permalinks: value['permalinks'] === 'plain' ? 'plain' : 'pretty',
    bare: value['bare'] === true,
    noises: noises.filter((noise) => Array.isArray(value['noises']) && value['noises'].includes(noise)),
    dropsAuthorization: value['dropsAuthorization'] === true,
    hidesUsers: value['hidesUsers'] === true,
    narrow: value['narrow'] === true,
    users: list(value['users']).map(readUser),
  };
}

function readUser(value: Record<string, unknown>): SiteUser {
  const role = value['role'];
  return {
    id: Number(value['id']),
    login: text(value['login']),
    name: text(value['name']),
    role:
      role === 'administrator' || role === 'author' || role === 'contributor' || role === 'subscriber'
        ? role
        : 'editor',
    password: text(value['password']),
    appPasswords: Array.isArray(value['appPasswords'])
      ? value['appPasswords'].filter((each) => typeof each === 'string')
      : [],
  };
}

function readWriter(value: Record<string, unknown>): Writer {
  return {
    token: text(value['token']),
    alive: value['alive'] !== false,
    id: text(value['id']),
    username: text(value['username']),
    name: text(value['name']),
    publications: list(value['publications']).map((each) => ({
      id: text(each['id']),
      name: text(each['name']),
      role: each['role'] === 'writer' ? 'writer' : 'editor',
    })),
  };
}
