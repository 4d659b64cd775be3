import { json, type Reply } from '../http/reply.ts';

/** A REST refusal, thrown wherever it is detected. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/** `{code, message, data: {status, …}}`. */
export function restRefusal({ status, code, message, extra }: RestError): Reply {
  return json(
    status,
    { code, message, data: { status, ...extra } },
    { 'content-type': 'application/json; charset=UTF-8' },
  );
}

/** 400 rest_invalid_param for one parameter. */
export function invalidParam(name: string, why: string): RestError {
  return new RestError(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`, {
    params: { [name]: why },
    details: { [name]: { code: 'rest_invalid_type', message: why, data: { param: name } } },
  });
}

/** The refusal for a missing capability: 401 for anonymous callers, 403 for users. */
export function notAllowed(code: string, message: string, user: unknown): RestError {
  return new RestError(user === undefined ? 401 : 403, code, message);
}
