/** The Stripe SDK with a seller's own key, through our one HTTP client. */
import Stripe from 'stripe';
import { messages } from '#contract/messages.ts';
import { outboundFetch } from '#outbound/fetch.ts';
import { UserError, type Services } from '../../base/handlers.ts';

export type { Stripe };

const timeoutMs = 20_000;

/** A client for a key. It does not retry by itself, and sends no telemetry. */
export function openStripe({ http, config }: Pick<Services, 'http' | 'config'>, key: string): Stripe {
  const base = config.addresses.stripeApiUrl;
  const sent = outboundFetch(http, { trust: 'configured', timeoutMs });
  const atBase = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return sent(`${base}${pathname}${search}`, init);
  };
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(atBase),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: timeoutMs,
  });
}

/** Why Stripe did not carry out a request. */
export type StripeProblem =
  | { kind: 'gone' }
  | { kind: 'refused-key' }
  | { kind: 'missing-right'; right: string }
  | { kind: 'busy' }
  | { kind: 'away' }
  | { kind: 'wrong'; message: string };

/** Stripe's answer, or why there is none. */
export type Asked<T> = { kind: 'ok'; value: T } | StripeProblem;

const {
  StripeAuthenticationError,
  StripeConnectionError,
  StripeError,
  StripeInvalidRequestError,
  StripePermissionError,
  StripeRateLimitError,
} = Stripe.errors;

/** The problem that an error of the SDK stands for; any other error is thrown again. */
export function problemOf(error: unknown): StripeProblem {
  if (error instanceof StripeAuthenticationError) return { kind: 'refused-key' };
  if (error instanceof StripePermissionError)
    return { kind: 'missing-right', right: /rak_\w+/.exec(error.message)?.[0] ?? '' };
  if (error instanceof StripeRateLimitError) return { kind: 'busy' };
  if (error instanceof StripeConnectionError) return { kind: 'away' };
  if (error instanceof StripeInvalidRequestError)
    return error.code === 'resource_missing' ? { kind: 'gone' } : { kind: 'wrong', message: error.message };
  if (error instanceof StripeError) return { kind: 'away' };
  throw error;
}

/** Sends a request to Stripe; answers the result or the problem. */
export async function asked<T>(asking: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { kind: 'ok', value: await asking() };
  } catch (error) {
    return problemOf(error);
  }
}

/** Stripe's answer; throws a UserError that says what the seller can do about a problem. */
export async function orWords<T>(asking: () => Promise<T>): Promise<T> {
  const answer = await asked(asking);
  if (answer.kind === 'ok') return answer.value;
  throw new UserError(wordsOf(answer));
}

/** The advice to a seller about a problem. */
export function wordsOf(problem: StripeProblem): string {
  switch (problem.kind) {
    case 'refused-key':
      return messages.stripeKeyRefused;
    case 'missing-right':
      return `The key lacks a right${problem.right === '' ? '' : `: ${problem.right}`}. Please add it at Stripe.`;
    case 'busy':
      return messages.stripeBusy;
    case 'away':
      return messages.stripeAway;
    case 'gone':
      return 'This is not on your Stripe account any more';
    case 'wrong':
      return `Stripe says: ${problem.message}`;
    default:
      return problem satisfies never;
  }
}
