import { json, type Reply } from '../http/reply.ts';

/** A refusal, thrown wherever it is detected. */
export class Refused extends Error {
  readonly code: number;
  readonly parameters: Record<string, number> | undefined;

  constructor(code: number, description: string, parameters?: Record<string, number>) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

/** `{ok: true, result}`. */
export function ok(result: unknown): Reply {
  return json(200, { ok: true, result }, { 'content-type': 'application/json' });
}

/** `{ok: false, error_code, description, parameters?}` with the same HTTP status, as the Bot API server sends. */
export function refusal({ code, message, parameters }: Refused): Reply {
  const wait: Record<string, string> = parameters?.['retry_after']
    ? { 'retry-after': String(parameters['retry_after']) }
    : {};
  return json(
    code,
    { ok: false, error_code: code, description: message, ...(parameters ? { parameters } : {}) },
    { 'content-type': 'application/json', ...wait },
  );
}

/** A 400 with Telegram's prefix. */
export function bad(description: string): Refused {
  return new Refused(400, `Bad Request: ${description}`);
}
