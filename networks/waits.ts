/** The wait of a refusal: what the network asked for, or our guess where it asked for nothing. In seconds. */
export const waitOr = (
  asked: number | null | undefined,
  guess: number,
): { retryAfterSeconds: number; isGuess?: true } =>
  asked === null || asked === undefined ? { retryAfterSeconds: guess, isGuess: true } : { retryAfterSeconds: asked };
