import type { AppFault } from './network.ts';

/** The wait of a refusal, in seconds: what the network requested, or our guess if it requested nothing. */
export const waitOr = (
  asked: number | null | undefined,
  guess: number,
): { retryAfterSeconds: number; isGuess?: true } =>
  asked === null || asked === undefined ? { retryAfterSeconds: guess, isGuess: true } : { retryAfterSeconds: asked };

/** How long all accounts wait while a network refuses the operator's app: an operator may mend it at any time. */
const appWaitSeconds = 900;

/** The outcome of a refusal that concerns the operator's app, whatever the account. `appFault`: for the operator. */
export const refusedApp = (message: string, appFault: AppFault) => ({
  kind: 'rateLimited' as const,
  ...waitOr(null, appWaitSeconds),
  scope: 'app' as const,
  message,
  appFault,
});
