/** The choice of a model from the list of an AI's address, and what is known about its end. */

/** A model of the list: when it was published (unix seconds, 0 if unknown), and on which date it is shut down. */
export type AiModel = { id: string; created: number; shutdownOn: string | null };

/** How many days before a model's end its users hear of it. */
export const warnedDays = 31;

const dayMs = 86_400_000;

/** The days until a model is shut down; negative once it is gone, null if no end is announced. */
export const daysLeft = ({ shutdownOn }: AiModel, now: Date): number | null => {
  const end = Date.parse(`${shutdownOn ?? ''}T00:00:00Z`);
  return Number.isNaN(end) ? null : Math.ceil((end - now.getTime()) / dayMs);
};

const isGone = (model: AiModel, now: Date): boolean => (daysLeft(model, now) ?? 1) <= 0;
const endsSoon = (model: AiModel, now: Date): boolean => (daysLeft(model, now) ?? Infinity) <= warnedDays;

/** Words in the names of models that do not answer chats, or answer them slowly and at a high price. */
const otherUses = new RegExp(
  'audio|realtime|image|transcribe|tts|whisper|search|embed|moderation|instruct|codex|-pro\\b|research|computer|' +
    'sora|dall-e|babbage|davinci',
  'i',
);
const speaks = /\btts\b/i;
/** Words that vendors give to their small models, which write captions well enough. */
const small = /mini|nano|luna|lite|flash|small|haiku/i;
/** A dated name is a copy of the name without the date. */
const dated = /-\d{4}-\d{2}-\d{2}$/;

/**
 * The model to use: the first of `preferred` that the list has, otherwise one of the list that lasts, a small one
 * before a large one and the latest of them; null if the list has none for this use.
 */
export function chooseModel(
  models: readonly AiModel[],
  { use, preferred, now }: { use: 'chat' | 'speech'; preferred: readonly string[]; now: Date },
): AiModel | null {
  const living = models.filter((model) => !isGone(model, now));
  const wanted = preferred.flatMap((id) => living.find((model) => model.id === id) ?? []);
  if (wanted[0] !== undefined) return wanted[0];
  const rank = (model: AiModel): number =>
    (endsSoon(model, now) ? 4 : 0) + (small.test(model.id) ? 0 : 2) + (dated.test(model.id) ? 1 : 0);
  const [best = null] = living
    .filter(({ id }) => (use === 'speech' ? speaks.test(id) : !otherUses.test(id)))
    .toSorted((a, b) => rank(a) - rank(b) || b.created - a.created || a.id.localeCompare(b.id));
  return best;
}

/** What a person should know about a model's end; '' if it is far away or not announced. */
export function noticeOf(model: AiModel, now: Date): string {
  const left = daysLeft(model, now);
  if (left === null || left > warnedDays) return '';
  return left <= 0
    ? `The model “${model.id}” has ended. Please choose another one.`
    : `The model “${model.id}” ends on ${model.shutdownOn}. Please choose another one before that.`;
}
