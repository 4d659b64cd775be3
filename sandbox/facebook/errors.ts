import { json, type Reply } from '../http/reply.ts';

/**
 * The fields of an error beside its message. `status` is the HTTP one; Graph answers most with 400, permissions with
 * 403, its own faults with 500.
 */
export type ErrorFacts = {
  code: number;
  status?: number;
  type?: string;
  subcode?: number;
  title?: string;
  say?: string;
  isTransient?: boolean;
};

/** A refusal, thrown wherever it is detected. */
export class GraphError extends Error {
  readonly facts: ErrorFacts;

  constructor(message: string, facts: ErrorFacts) {
    super(message);
    this.facts = facts;
  }
}

/**
 * `{error: {message, type, code, error_subcode?, error_user_title?, error_user_msg?, is_transient?, fbtrace_id}}`.
 * Source: developers.facebook.com/docs/graph-api/guides/error-handling.
 */
export function refusal(
  { message, facts: { code, status = 400, type = 'OAuthException', subcode, title, say, isTransient } }: GraphError,
  headers: Record<string, string> = {},
): Reply {
  return json(
    status,
    {
      error: {
        message,
        type,
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        ...(isTransient === undefined ? {} : { is_transient: isTransient }),
        ...(title === undefined ? {} : { error_user_title: title, error_user_msg: say ?? message }),
        fbtrace_id: 'AsandboxTraceId00000000',
      },
    },
    {
      'content-type': 'application/json; charset=UTF-8',
      'facebook-api-version': 'v26.0',
      'x-fb-trace-id': 'AsandboxTrace',
      ...headers,
    },
  );
}

/** (#100): a parameter that is missing, wrong or unknown. */
export function badParameter(message: string): GraphError {
  return new GraphError(`(#100) ${message}`, { code: 100 });
}

/** (#200): a missing permission or task. */
export function noPermission(message: string): GraphError {
  return new GraphError(`(#200) ${message}`, { code: 200, status: 403 });
}

/**
 * 190: the token is invalid; the subcode says why (458 app removed, 460 password changed, 463 expired, 467 invalid).
 */
export function badToken(message: string, subcode?: number): GraphError {
  return new GraphError(message, { code: 190, status: 400, ...(subcode === undefined ? {} : { subcode }) });
}

/** Code 100, subcode 33: no object with that id, or no permission to see it. */
export function noObject(method: string, id: string): GraphError {
  return new GraphError(
    `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to ` +
      'missing permissions, or does not support this operation.',
    { code: 100, subcode: 33, type: 'GraphMethodException' },
  );
}

/** (#3): Graph's answer about groups since their removal on 2024-04-22 (changelog, version 19.0). */
export function groupsGone(): GraphError {
  return new GraphError('(#3) Application does not have the capability to make this API call.', { code: 3 });
}

/** 506: the same text as the page's last post. */
export function duplicate(): GraphError {
  return new GraphError('(#506) Duplicate status message', {
    code: 506,
    subcode: 1455006,
    isTransient: false,
    title: 'Duplicate Status Update',
    say:
      'This status update is identical to the last one you posted. Try posting something different, or delete your ' +
      'previous update.',
  });
}
