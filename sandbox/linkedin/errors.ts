import { json, type Reply } from '../http/reply.ts';

/** A refusal, thrown wherever it is detected: `{status, code?, serviceErrorCode?, message}`. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly serviceErrorCode: number | undefined;

  constructor(status: number, code: string, message: string, serviceErrorCode?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.serviceErrorCode = serviceErrorCode;
  }

  /** The answer itself. */
  reply(): Reply {
    const { status, code, message, serviceErrorCode } = this;
    return json(status, {
      status,
      ...(serviceErrorCode === undefined ? {} : { serviceErrorCode }),
      ...(code === '' ? {} : { code }),
      message,
    });
  }
}

/** The token is missing, unknown, expired or revoked. Codes from memory. */
export function tokenRefused(how: 'empty' | 'unknown' | 'expired' | 'revoked'): Refused {
  switch (how) {
    case 'empty':
      return new Refused(401, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token', 65_604);
    case 'unknown':
      return new Refused(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65_600);
    case 'revoked':
      return new Refused(
        401,
        'REVOKED_ACCESS_TOKEN',
        'The token used in the request has been revoked by the user',
        65_601,
      );
    case 'expired':
      return new Refused(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65_602);
    default:
      return how satisfies never;
  }
}

/** A scope is missing, or the member has no permission. */
export function denied(what: string): Refused {
  return new Refused(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`, 100);
}

/** The violations of the schema, all at once, in the form of Rest.li. */
export function invalidBody(problems: readonly string[]): Refused {
  return new Refused(422, '', problems.map((each) => `ERROR :: ${each}\n`).join(''));
}

/** LinkedIn has restricted the member; the words are ours. */
export const restricted = (): Refused =>
  new Refused(403, 'ACCESS_DENIED', 'The member is restricted from creating posts');

/** The daily limit of a member or of the app is used up; the answer does not say when it resets (midnight UTC). */
export const tooMany = (whose: 'MEMBER' | 'APPLICATION' = 'MEMBER'): Refused =>
  new Refused(
    429,
    'TOO_MANY_REQUESTS',
    `Resource level throttle ${whose} DAY limit for calls to this resource is reached.`,
    101,
  );

/** The post already exists, under that URN. */
export const duplicateOf = (urn: string): Refused =>
  new Refused(422, 'DUPLICATE_POST', `Content is a duplicate of ${urn}`);
