import { networkNames, type NetworkId } from './eligibility.ts';
import { wordsFor } from './own-words.ts';
import { troubled, type PlanProblem, type PlanToCheck, type PostWords } from './plan-problems.ts';

type About = { network: NetworkId; accountIds: readonly string[]; start: null; refused: 'any' | 'next' | undefined };

/** Posts that a network would refuse because an earlier post of the plan has the same text and the same file. */
export function repeatProblems(plan: PlanToCheck, { refused, ...about }: About): PlanProblem[] {
  if (refused === undefined) return [];
  const name = networkNames[about.network];
  const what = refused === 'any' ? 'an earlier one' : 'the one before';
  const keys = plan.items.map((item) => saysOf(about.network, item));
  const repeats = repeatsIn(keys, refused);
  const first = plan.items.flatMap((item, position) => (repeats.has(position) ? [troubled(item, { position })] : []));
  const again = plan.repurpose
    ? plan.items.flatMap((item, position) =>
        refused === 'any' || (position === 0 && keys[0] === keys.at(-1)) ? [troubled(item, { position })] : [],
      )
    : [];
  return [
    ...(first.length > 0
      ? [
          {
            ...about,
            rule: 'repeat' as const,
            posts: first,
            message:
              `${first.length === 1 ? '1 post repeats' : `${first.length} posts repeat`} ` +
              `${what} word for word, which ${name} refuses.`,
          },
        ]
      : []),
    ...(again.length > 0
      ? [
          {
            ...about,
            rule: 'second-round' as const,
            posts: again,
            message:
              `From the second round on ${again.length === 1 ? 'a post repeats' : 'posts repeat'} ` +
              `${what} word for word, which ${name} may refuse.`,
          },
        ]
      : []),
  ];
}

/** The positions of the posts whose key equals that of an earlier post, or of the post right before. */
function repeatsIn(keys: readonly string[], refused: 'any' | 'next'): ReadonlySet<number> {
  const last = new Map<string, number>();
  return new Set(
    keys.flatMap((key, position) => {
      const before = last.get(key);
      last.set(key, position);
      return before !== undefined && (refused === 'any' || before === position - 1) ? [position] : [];
    }),
  );
}

/** The parts of a post that a network compares: the text and the file. */
export const saysOf = (network: NetworkId, item: PostWords): string => {
  const { title, caption } = wordsFor(network, item);
  return JSON.stringify([title.trim(), caption.trim(), item.file_id]);
};
