/**
 * The operation of a request. `process` is a network's processing of a file afterwards, `list` its listing of the post,
 * `other` everything else that changes nothing.
 */
export type Operation = 'create' | 'publish' | 'upload' | 'process' | 'list' | 'other';

const kinds = [
  'rate-limit',
  'unavailable',
  'error',
  'cut',
  'half',
  'slow',
  'html',
  'noise',
  'blocked',
  'gzip',
  'revoked',
  'forbidden',
  'app-refused',
  'expired',
  'duplicate',
  'fails',
  'takes',
  'silent',
  'kicked',
  'chat-not-found',
  'migrate',
  'caption',
  'parse',
  'bad-photo',
  'id-zero',
  'unlisted',
  'unseen',
] as const;

/** The ways a network can misbehave; each network answers them in its own form. */
export type FaultKind = (typeof kinds)[number];

/**
 * One misbehaviour: instead of the action (`accept`) or after it (`commit`). `seconds` is the wait of kinds that have
 * one.
 */
export type Fault = { kind: FaultKind; after: 'accept' | 'commit'; seconds: number };

/** Whether a word names a kind of fault. */
export function isFaultKind(word: unknown): word is FaultKind {
  return kinds.some((kind) => kind === word);
}
