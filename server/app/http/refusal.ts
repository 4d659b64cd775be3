import { messages } from '#contract/messages.ts';
import { UserError } from '../../base/handlers.ts';
import { isNoRoom } from '../../base/storage/room.ts';

/** A refused request, with its HTTP status and its message for the person. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: Record<string, string> | undefined;
  readonly data: object | undefined;

  constructor(status: number, message: string, errors?: Record<string, string>, data?: object) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.data = data;
  }
}

/**
 * The cause of an error: for aborted work, the signal's own reason if that has a message for the person. Node wraps it
 * into an AbortError.
 */
export const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.name === 'AbortError' && error.cause instanceof UserError ? error.cause : error;

/** The refusal for an error; anything unexpected is a bug and answered as one. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof UserError) return new Refusal(error.status, error.message, error.errors, error.data);
  if (isNoRoom(error)) return new Refusal(507, messages.noRoom);
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 413) return new Refusal(413, messages.bodyTooLarge);
  if (status >= 400 && status < 500) return new Refusal(status, messages.badRequest);
  return new Refusal(500, messages.internalError);
}
