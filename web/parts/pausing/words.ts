import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import type { ResumeChoice } from '#rules/pausing.ts';
import { sayWhen } from '../../lib/when.ts';
import { counted, sayCount } from '../../lib/words.ts';
import type { PauseTarget } from './targets.ts';

/** What resuming would do, as the server has returned it. */
export type Preview = Data<'preview-resume'>;

/** The question before a pause: its title and what it will do. */
export function pauseQuestion(target: PauseTarget): { title: string; text: string } {
  const after =
    'What is on its way already is finished. Posts that fall due meanwhile wait, and you choose what happens to them.';
  switch (target.scope) {
    case 'everything':
      return { title: 'Pause publishing?', text: `Nothing goes out for any client until you resume. ${after}` };
    case 'client':
      return { title: `Pause ${target.name}?`, text: `Nothing goes out for this client until you resume. ${after}` };
    case 'account':
      return { title: `Pause ${target.name}?`, text: `Nothing goes out to this account until you resume. ${after}` };
    case 'schedule':
      return { title: `Pause ${target.name}?`, text: `Nothing of this schedule goes out until you resume. ${after}` };
    default:
      return target satisfies never;
  }
}

/** The title of the dialog that ends a pause. */
export const resumeTitle = (target: PauseTarget): string =>
  target.scope === 'everything' ? 'Resume publishing' : `Resume ${target.name}`;

/** 'Nothing has piled up …', 'One post was due …', '7 posts were due …'. */
export const pileWords = ({ total }: Pick<Preview, 'total'>): string =>
  total === 0
    ? 'No posts are held. Everything continues as planned.'
    : `${total === 1 ? 'One post was' : `${sayCount(total)} posts were`} due while this was paused.`;

/** Why some due posts stay as they are; '' for none. */
export const stayingWords = ({ staying }: Pick<Preview, 'staying'>): string =>
  staying === 0
    ? ''
    : `${counted(staying, 'more post')} ${staying === 1 ? 'stays' : 'stay'}, because another pause is on.`;

/** Which accounts must be reconnected before they can publish what piled up; '' for none. */
export function lostWords({ clients }: Pick<Preview, 'clients'>): string {
  const lost = clients.flatMap(({ accounts }) => accounts).filter(({ connected }) => !connected);
  if (lost.length === 0) return '';
  const names = lost.slice(0, 3).map(({ username, type }) => username || networkNames[type]);
  const rest = lost.length - names.length;
  return (
    `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''} must be reconnected first: what goes there waits ` +
    'for it, up to a day.'
  );
}

/** The label of each choice. */
export const choiceNames: Readonly<Record<ResumeChoice, string>> = {
  'publish-now': 'Publish them now, one after the other',
  'next-free-times': 'Move them to their next free times',
  skip: 'Skip them',
};

/** What each choice does with these posts, with the resulting times. */
export function choiceWords(
  choice: ResumeChoice,
  preview: Pick<Preview, 'posts' | 'clients'>,
  { now, zone }: { now: Date; zone: string },
): string {
  const say = (at: string) => sayWhen({ at: new Date(at), now, zone, form: 'short', within: true });
  switch (choice) {
    case 'publish-now': {
      const last = preview.clients
        .flatMap(({ accounts }) => accounts.map(({ last_at }) => last_at))
        .toSorted()
        .at(-1);
      const isSoon = last === undefined || Date.parse(last) - now.getTime() < 60_000;
      return isSoon
        ? 'Oldest first, all within moments.'
        : `Oldest first, at each account’s pace. The last one goes out ${say(last)}.`;
    }
    case 'next-free-times': {
      const times = preview.posts.flatMap(({ move_to }) => move_to ?? []).toSorted();
      const [first] = times;
      return first === undefined
        ? 'In order, at times when nothing else of their schedule goes out.'
        : `In order, at times when nothing else of their schedule goes out: from ${say(first)} on.`;
    }
    case 'skip':
      return 'They are not published. They stay listed as missed, and each can still be published by itself.';
    default:
      return choice satisfies never;
  }
}

/** When a post is published under a choice, ISO 8601; null if it is not. */
export function timeOf(choice: ResumeChoice, post: Preview['posts'][number]): string | null {
  switch (choice) {
    case 'publish-now':
      return post.send_at;
    case 'next-free-times':
      return post.move_to;
    case 'skip':
      return null;
    default:
      return choice satisfies never;
  }
}
