import { json, type Reply } from '../http/reply.ts';

/**
 * A refusal, thrown wherever it is detected (RFC 7807,
 * https://docs.x.com/x-api/fundamentals/response-codes-and-errors).
 */
export class Problem extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(`X answers ${status}`);
    this.status = status;
    this.body = body;
  }

  /** The answer itself. */
  reply(headers: Record<string, string> = {}): Reply {
    return json(this.status, this.body, { 'content-type': 'application/problem+json', ...headers });
  }
}

/** A problem without a type of its own: `{title, detail, type: 'about:blank', status}`. */
export function plain(status: number, title: string, detail = title): Problem {
  return new Problem(status, { title, detail, type: 'about:blank', status });
}

/** A 400 that names the faults by parameter. */
export function invalid(parameter: string, value: unknown, message: string): Problem {
  return new Problem(400, {
    errors: [
      {
        parameters: {
          [parameter]: [value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)],
        },
        message,
      },
    ],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'https://api.x.com/2/problems/invalid-request',
  });
}

/** The problem that a list or a look-up reports for a missing post. */
export function notFound(id: string): Record<string, unknown> {
  return {
    value: id,
    detail: `Could not find tweet with id: [${id}].`,
    title: 'Not Found Error',
    resource_type: 'tweet',
    parameter: 'id',
    resource_id: id,
    type: 'https://api.x.com/2/problems/resource-not-found',
  };
}

/** The token is missing, expired or revoked. */
export const unauthorized = (): Problem => plain(401, 'Unauthorized');

/** The account or the token has no permission. */
export const forbidden = (detail = 'Forbidden'): Problem => plain(403, 'Forbidden', detail);

/**
 * The app has no permission, whatever the token (https://docs.x.com/x-api/fundamentals/response-codes-and-errors,
 * "Error types").
 */
export const clientForbidden = (): Problem =>
  new Problem(403, {
    title: 'Client Forbidden',
    type: 'https://api.x.com/2/problems/client-forbidden',
    reason: 'client-not-enrolled',
    detail: 'This request must be made using an approved developer account that is enrolled in the requested endpoint.',
  });
