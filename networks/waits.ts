/** The wait of a refusal, in seconds: what the network requested, or our guess if it requested nothing. */
export const waitOr = (
  asked: number | null | undefined,
  guess: number,
): { retryAfterSeconds: number; isGuess?: true } =>
  asked === null || asked === undefined ? { retryAfterSeconds: guess, isGuess: true } : { retryAfterSeconds: asked };
