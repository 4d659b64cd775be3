/** Finds the problems that a plan would meet if it were saved. */

import { lengthOf } from './captions.ts';
import { networkNames, type NetworkId, type StreamType } from './eligibility.ts';
import { fitOf } from './media-fit.ts';
import { wordsFor } from './own-words.ts';
import { againProblem, titleProblem } from './plan-again.ts';
import { freeShift, paceProblem } from './plan-pace.ts';
import { pauseProblems } from './plan-pauses.ts';
import { clockProblem } from './plan-clock.ts';
import {
  planRules,
  troubled,
  type AccountToCheck,
  type ItemToCheck,
  type PlanLimits,
  type PlanProblem,
  type PlanRule,
  type PlanToCheck,
} from './plan-problems.ts';
import { repeatProblems } from './plan-repeats.ts';
import { sentBeforeProblem } from './plan-sent-before.ts';
import { planRound, type PlannedOccurrence } from './planning.ts';
import { sayMoment } from './say-dates.ts';

/** All problems of a plan, worst first; empty for a plan without problems. */
export function checkPlan(plan: PlanToCheck): PlanProblem[] {
  const round = planRound({ ...plan, firstStep: 0, count: plan.items.length });
  const byNetwork = [...Map.groupBy(plan.accounts, ({ network }) => network).values()];
  const clock = clockProblem(plan, round);
  let later: number | null | undefined;
  const shift = () => (later === undefined ? (later = freeShift(round, plan.accounts)) : later);
  const found = [
    ...pauseProblems(plan),
    ...byNetwork.flatMap((accounts) => networkProblems(plan, accounts)),
    ...plan.accounts.flatMap((account) => [
      ...accessProblem(plan, { account, round }),
      ...sentBeforeProblem(plan, { account, round }),
      ...paceProblem(plan, { account, round, shift }),
      ...titleProblem(plan, account),
    ]),
    ...(clock ? [clock] : []),
  ];
  const again = plan.accounts.flatMap((account) => againProblem(plan, { account, named: namedIn(found, account.id) }));
  return [...found, ...again].toSorted((a, b) => planRules.indexOf(a.rule) - planRules.indexOf(b.rule));
}

/** The positions of the posts of which rules about repeats speak already. */
const namedIn = (found: readonly PlanProblem[], accountId: string): ReadonlySet<number> =>
  new Set(
    found
      .filter(({ rule, accountIds }) => repeatRules.has(rule) && accountIds.includes(accountId))
      .flatMap(({ posts }) => posts.map(({ position }) => position)),
  );

const repeatRules: ReadonlySet<PlanRule> = new Set(['repeat', 'sent-before', 'second-round']);

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function networkProblems(plan: PlanToCheck, accounts: readonly AccountToCheck[]): PlanProblem[] {
  const [first] = accounts;
  if (!first) return [];
  const { network, limits } = first;
  const name = networkNames[network];
  const about = { network, accountIds: accounts.map(({ id }) => id), start: null };
  const unfit = plan.items.flatMap((item, position) => {
    const fit = item.media && fitOf(item.media, limits, name);
    return fit?.kind === 'unfit' ? [troubled(item, { position, message: fit.message })] : [];
  });
  const tagged = plan.items.flatMap((item, position) =>
    cashtagsOf(wordsFor(network, item).caption) > (limits.mostCashtags ?? Infinity)
      ? [troubled(item, { position })]
      : [],
  );
  const long = plan.items.flatMap((item, position) => {
    const message = tooLong(item, { type: plan.type, network, limits });
    return message === '' ? [] : [troubled(item, { position, message })];
  });
  return [
    ...(unfit.length > 0
      ? [
          {
            ...about,
            rule: 'media' as const,
            posts: unfit,
            message: `${counted(unfit.length, 'post', 'posts')} will not go out to ${name}.`,
          },
        ]
      : []),
    ...(tagged.length > 0
      ? [
          {
            ...about,
            rule: 'cashtags' as const,
            posts: tagged,
            message:
              `${counted(tagged.length, 'post has', 'posts have')} more than ` +
              `${counted(limits.mostCashtags ?? 0, 'cashtag', 'cashtags')}, which ${name} refuses from apps.`,
          },
        ]
      : []),
    ...(long.length > 0
      ? [
          {
            ...about,
            rule: 'length' as const,
            posts: long,
            message:
              `${counted(long.length, 'post is', 'posts are')} too long for ${name}: ` +
              'the end is cut off at a word.',
          },
        ]
      : []),
    ...repeatProblems(plan, { ...about, network, refused: limits.refusedRepeats }),
  ];
}

/** How many cashtags ($ACME, $BRK.B) a text has. Source: twitter-text 3.1.0, validCashtag. */
const cashtagsOf = (text: string): number =>
  text.match(/(?<!\S)\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![\w$])/gi)?.length ?? 0;

/** The part of an item's text beyond a network's limit; '' if it fits. */
function tooLong(
  item: ItemToCheck,
  { type, network, limits }: { type: StreamType; network: NetworkId; limits: PlanLimits },
): string {
  const { title, caption } = wordsFor(network, item);
  const isText = type === 'text' || type === 'formatted';
  const over = [
    { what: 'Title', words: title, most: limits.titleLength, unit: limits.titleUnit ?? limits.lengthUnit },
    {
      what: isText ? 'Text' : 'Caption',
      words: caption,
      most: isText ? limits.textLength : limits.captionLength,
      unit: limits.lengthUnit,
    },
  ].flatMap(({ what, words, most, unit }) => {
    if (most === null) return [];
    const length = lengthOf(words, unit);
    const units = unit === 'bytes' ? 'bytes' : 'characters';
    return length > most ? [`${what}: ${thousands(length)} of ${thousands(most)} ${units}.`] : [];
  });
  return over.join(' ');
}

const thousands = (count: number): string => count.toLocaleString('en-GB');

function accessProblem(
  plan: PlanToCheck,
  { account, round }: { account: AccountToCheck; round: readonly PlannedOccurrence[] },
): PlanProblem[] {
  const { endsAt, network } = account;
  if (endsAt === null) return [];
  const posts = round.flatMap(({ position, dueAt }) => {
    const item = plan.items[position];
    return item && dueAt >= endsAt ? [troubled(item, { position })] : [];
  });
  if (posts.length === 0) return [];
  const which = `${account.name === '' ? 'The account' : account.name} on ${networkNames[network]}`;
  const wait =
    posts.length === plan.items.length
      ? 'every post waits'
      : `${counted(posts.length, 'post', 'posts')} after that ${posts.length === 1 ? 'waits' : 'wait'}`;
  const message =
    endsAt.getTime() === 0
      ? `${which} has lost its connection: every post waits until it is connected again.`
      : `${which} gives access until ${sayMoment(endsAt, plan.zone)}: ${wait} until it is connected again.`;
  return [{ rule: 'access', network, accountIds: [account.id], message, posts, start: null }];
}
