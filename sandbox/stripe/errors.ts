import { json, type Reply } from '../http/reply.ts';

/** A refusal by Stripe. Source: docs.stripe.com/api/errors, read 2026-11-22. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, string>>;

  /** `error` are the fields beside the message: type, code, param. */
  constructor(status: number, message: string, error: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.error = error;
  }

  /** The answer itself. */
  reply(): Reply {
    return json(this.status, { error: { type: 'invalid_request_error', message: this.message, ...this.error } });
  }
}

/** An object that does not exist, or belongs to another account. */
export const missing = (kind: string, id: string): StripeRefusal =>
  new StripeRefusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });

/** A missing parameter. */
export const lacking = (param: string): StripeRefusal =>
  new StripeRefusal(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });

/** An invalid parameter. */
export const invalid = (param: string, message: string): StripeRefusal => new StripeRefusal(400, message, { param });
