import { json, type Reply } from '../http/reply.ts';

/** A refusal, thrown wherever it is detected. `reason` is for programs. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly domain: string;

  constructor(
    status: number,
    reason: string,
    { message, domain = 'youtube.common' }: { message: string; domain?: string },
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.domain = domain;
  }
}

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
};

/** `{error: {code, message, errors: [{message, domain, reason}], status?}}`. Source: youtube/v3/docs/errors. */
export function refusal({ status, reason, domain, message }: ApiError): Reply {
  const auth = reason === 'authError' ? { location: 'Authorization', locationType: 'header' } : {};
  return json(
    status,
    {
      error: {
        code: status,
        message,
        errors: [{ message: reason === 'authError' ? 'Invalid Credentials' : message, domain, reason, ...auth }],
        ...(domain === 'global' ? { status: statuses[status] } : {}),
      },
    },
    status === 401 ? { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' } : {},
  );
}

/** 400 with a reason of the videos.insert page. */
export function badRequest(reason: string, message: string): ApiError {
  return new ApiError(400, reason, { message, domain: 'youtube.video' });
}

/** 401 authError: the token is invalid, expired or revoked. */
export function badToken(): ApiError {
  return new ApiError(401, 'authError', {
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid ' +
      'authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    domain: 'global',
  });
}

/** 403 quotaExceeded: the day's quota is used up. */
export function quotaExceeded(): ApiError {
  return new ApiError(403, 'quotaExceeded', {
    message:
      'The request cannot be completed because you have exceeded your ' +
      '<a href="/youtube/v3/getting-started#quota">quota</a>.',
    domain: 'youtube.quota',
  });
}

/** 429 rateLimitExceeded: the day's bucket of videos.insert is used up, which the message alone names. */
export function uploadsUsedUp(): ApiError {
  return new ApiError(429, 'rateLimitExceeded', {
    message:
      "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service " +
      "'youtube.googleapis.com' for consumer 'project_number:12345'.",
    domain: 'global',
  });
}
