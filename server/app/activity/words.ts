import { z } from 'zod';
import { activityKinds, type ActivityKind } from '#rules/activity.ts';
import { networkIds, networkNames } from '#rules/eligibility.ts';
import { plans } from '#rules/plans.ts';
import list from './words.json' with { type: 'json' };

const words = new Map(
  Object.entries(z.record(z.string(), z.object({ kind: z.enum(activityKinds), text: z.string() })).parse(list)),
);

/** The actions of a kind, for a filter. */
export const actionsOf = (kind: ActivityKind): string[] =>
  [...words].filter(([, action]) => action.kind === kind).map(([name]) => name);

/** The actions whose texts contain a word, ignoring case. */
export const actionsSaying = (word: string): string[] =>
  [...words]
    .filter(([, { text }]) =>
      text
        .replaceAll(/\{\w+\}/g, '')
        .toLowerCase()
        .includes(word.toLowerCase()),
    )
    .map(([name]) => name);

/** Whether there are words for an action; a test checks every action that the server records. */
export const hasWords = (action: string): boolean => words.has(action);

/** An action's row. `name` and `network` are those of its object, null if that was deleted permanently. */
export type Entry = {
  action: string;
  subjectKind: string;
  name: string | null;
  network: string | null;
  details: Readonly<Record<string, unknown>>;
};

/** The action in a sentence without its subject: `'client-added' of Sunrise -> 'Added the client “Sunrise”'`. */
export function describeEntry(entry: Entry): { kind: ActivityKind; what: string } {
  const found = words.get(entry.action);
  // An action that a later version has dropped is still readable.
  if (found === undefined)
    return { kind: 'agency', what: entry.action.charAt(0).toUpperCase() + entry.action.slice(1).replaceAll('-', ' ') };
  return { kind: found.kind, what: found.text.replaceAll(/\{(\w+)\}/g, (_, field: string) => sayField(field, entry)) };
}

function sayField(field: string, { action, subjectKind, name, network, details }: Entry): string {
  const subject = name === null ? gone(subjectKind) : `“${name}”${sayNetwork(network)}`;
  switch (field) {
    case 'subject':
      return action === 'picture-changed' && subjectKind === '' ? 'the own account' : subject;
    case 'place':
      return subjectKind === 'agency' ? 'for all clients' : `${subjectKind === 'account' ? 'to' : 'for'} ${subject}`;
    case 'items':
      return counted(details['items'], 'post');
    case 'planned':
      return details['items'] === 0 ? '' : `, ${counted(details['items'], 'post')} planned already included`;
    case 'session':
      return details['agencyPassword'] === true ? ', in a session whose password the agency set' : '';
    case 'files':
      return counted(details['files'], 'file');
    case 'sessions':
      return counted(details['sessions'], 'place');
    case 'outcome':
      return details['posts'] === 0
        ? ''
        : `; ${counted(details['posts'], 'post')} that had piled up ${choices[textOf(details['choice'])] ?? 'went on'}`;
    case 'membership':
      return sayPlans(textOf(details['membership']));
    default:
      return textOf(details[field]);
  }
}

const choices: Readonly<Record<string, string>> = {
  'publish-now': 'went out',
  'next-free-times': 'moved to the next free times',
  skip: 'stayed unpublished',
};

const sayPlans = (membership: string): string => {
  const held = plans.filter((plan) => membership.split('__').includes(plan));
  return held.length === 0 ? 'none' : held.join(', ');
};

const goneSubjects: Readonly<Record<string, string>> = {
  account: 'a deleted account',
  schedule: 'a deleted stream',
  client: '(gone)',
};

const gone = (subjectKind: string): string => goneSubjects[subjectKind] ?? 'somebody who has left';

const sayNetwork = (network: string | null): string => {
  const id = networkIds.find((known) => known === network);
  return id === undefined ? '' : ` on ${networkNames[id]}`;
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function counted(value: unknown, noun: string): string {
  return `${textOf(value) || '0'} ${noun}${value === 1 ? '' : 's'}`;
}
