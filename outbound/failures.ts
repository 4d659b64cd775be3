/** The reasons why a request got no answer, in words for the person. */

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'could not be found. Please check the address',
  EAI_AGAIN: 'could not be looked up right now',
  EHOSTUNREACH: 'cannot be reached right now',
  ENETUNREACH: 'cannot be reached right now',
  ETIMEDOUT: 'did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'did not answer in time',
  TIMED_OUT: 'did not answer in time',
  STOPPED: 'was left before it answered',
  REPLY_TOO_LARGE: 'sent a far too large answer',
  UNREADABLE: 'sent an answer that cannot be read',
  FILE_UNREADABLE: 'did not get the file, which could not be read here',
  FORBIDDEN_ADDRESS: 'is a private address, which cannot be used',
  ECONNRESET: 'closed the connection without an answer',
  EPIPE: 'closed the connection without an answer',
  UND_ERR_SOCKET: 'closed the connection without an answer',
};

/** A fault in an exchange that this client itself has found. */
export type FailureCode =
  | 'TIMED_OUT'
  | 'STOPPED'
  | 'REPLY_TOO_LARGE'
  | 'UNREADABLE'
  | 'FILE_UNREADABLE'
  | 'FORBIDDEN_ADDRESS';

/** Ends an exchange without an answer; callers get the sentence for its code, never the error. */
export class OutboundFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** The sentence for an error of the HTTP client, with its host; never its path, which may hold a token. */
export function describeFailure(error: Error, url: URL): string {
  const code = codeOf(error);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return `${url.hostname} has no certificate that can be trusted`;
  return `${url.hostname} ${sentences[code] ?? 'could not be reached'}`;
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'cause' in error ? codeOf(error.cause) : '';
}
