import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { isJson, type Json } from '../json.ts';
import type { VimeoUser } from './people.ts';

/** A refusal in the API's form: `{error, link, developer_message, error_code, invalid_parameters?}`. */
export function refusal(
  status: number,
  code: number,
  error: string,
  { developerMessage = error, invalid }: { developerMessage?: string; invalid?: string } = {},
): Reply {
  const parameters =
    invalid === undefined
      ? {}
      : { invalid_parameters: [{ field: invalid, error_code: code, error, developer_message: developerMessage }] };
  return json(
    status,
    { error, link: null, developer_message: developerMessage, error_code: code, ...parameters },
    { 'content-type': 'application/vnd.vimeo.error+json' },
  );
}

/** 401 for an unknown or revoked token. */
export const badToken = (): Reply =>
  refusal(401, 8003, "The app didn't receive the user's credentials.", {
    developerMessage: 'The user credentials are invalid.',
  });

/** An answer of that type, with only the members that `fields` names ('uri,upload.status'); without it all of them. */
export function ok(status: number, type: string, value: Json, fields: string | null): Reply {
  return json(status, fields === null ? value : picked(value, fields), {
    'content-type': `application/vnd.vimeo.${type}+json`,
  });
}

/** The members that a `fields` list names. In a page of a list the names are those of its items. */
function picked(value: Json, fields: string): Json {
  const names = fields
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  if (Array.isArray(value['data']))
    return { ...value, data: value['data'].filter(isJson).map((each) => pick(each, names)) };
  return pick(value, names);
}

function pick(value: Json, names: string[]): Json {
  const inner = new Map<string, string[]>();
  for (const name of names) {
    const [first = '', ...rest] = name.split('.');
    inner.set(first, [...(inner.get(first) ?? []), rest.join('.')]);
  }
  return Object.fromEntries(
    [...inner].flatMap(([first, rest]) => {
      const found = value[first];
      if (found === undefined) return [];
      return [[first, isJson(found) && !rest.includes('') ? pick(found, rest) : found]];
    }),
  );
}

/**
 * Counts a request of a person in a minute (half of the limit without `fields`) and returns the headers, or the 429.
 * Reset is an ISO date.
 */
export function counted(
  context: Context,
  user: VimeoUser,
  hasFields: boolean,
): { headers: Record<string, string>; refused: Reply | undefined } {
  const limit = hasFields ? user.requestsAMinute : user.requestsAMinute / 2;
  const window = context.windows.count(`vimeo/${user.id}/${hasFields ? 'fields' : 'all'}`, {
    limit,
    seconds: 60,
    now: context.now(),
  });
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(window.remaining),
    'x-ratelimit-reset': isoOf(new Date(window.resetAt)),
  };
  return { headers, refused: window.isOver ? tooMany(headers) : undefined };
}

/** 429 with the headers of the reset. */
export function tooMany(headers: Record<string, string>): Reply {
  const reply = refusal(429, 9000, 'Too many API requests. Wait an hour or so, then try again.', {
    developerMessage: 'You have exceeded your rate limit.',
  });
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** '2026-11-21T14:00:00+00:00'. */
export function isoOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}+00:00`;
}
