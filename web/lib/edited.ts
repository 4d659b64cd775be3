/** Whether two values of a field are the same. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields in which a form differs from its initial state. */
export function changesOf<F extends object>(from: F, to: F): Partial<F> {
  const changes: Partial<F> = {};
  for (const field in to) if (!isSame(from[field], to[field])) changes[field] = to[field];
  return changes;
}

/** The merge of a form that began from `base` with the currently stored `current`. */
export type Merged<F> = {
  /** The stored state with the typed changes applied. */
  fields: F;
  /** Fields that were changed on both sides, to different values. */
  clashes: (keyof F & string)[];
  /** Fields that were changed only elsewhere. */
  elsewhere: (keyof F & string)[];
};

/** Merges the typed changes with those saved elsewhere; a field changed on both sides keeps the typed value. */
export function merge<F extends object>({ base, current, yours }: { base: F; current: F; yours: F }): Merged<F> {
  const here = changesOf(base, yours);
  const there = changesOf(base, current);
  const clashes: Merged<F>['clashes'] = [];
  const elsewhere: Merged<F>['elsewhere'] = [];
  for (const field in there) {
    if (!(field in here)) elsewhere.push(field);
    else if (!isSame(yours[field], current[field])) clashes.push(field);
  }
  return { fields: { ...current, ...here }, clashes, elsewhere };
}

/**
 * What a form began from, when saves whose answers were lost may have been stored: a field that is stored as such a
 * save sent it was changed here, and by nobody else.
 */
export function ownBase<F extends object>(base: F, { current, lost }: { current: F; lost: readonly Partial<F>[] }): F {
  const own = { ...base };
  for (const sent of lost)
    for (const field in sent) if (isSame(sent[field], current[field])) own[field] = current[field];
  return own;
}

/**
 * The fields of a form from a stored value or a reply; null if one is missing or has another type. Texts and numbers
 * may be empty.
 */
export function fieldsLike<F extends object>(like: F, value: unknown): F | null {
  if (typeof value !== 'object' || value === null) return null;
  const held: Held = { ...value };
  const given = Object.fromEntries(Object.keys(like).map((field) => [field, held[field]]));
  return isLike(like, given) ? given : null;
}

type Held = Readonly<Record<string, unknown>>;

// The contents of lists and objects are not checked: only our own forms and calls write them.
const isLike = <F extends object>(like: F, held: Held): held is Held & F =>
  Object.entries(like).every(([field, own]) => hasKindOf(own, held[field]));

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : value === null || value === '' ? 'nothing' : typeof value;

function hasKindOf(own: unknown, given: unknown): boolean {
  const [one, other] = [kindOf(own), kindOf(given)];
  return one === other || (given !== undefined && (one === 'nothing' || other === 'nothing'));
}
