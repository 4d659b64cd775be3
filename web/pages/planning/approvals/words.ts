import type { approvalLists } from '#contract/planning/approvals.ts';

/** Which posts a list of approvals contains. */
export type ListName = (typeof approvalLists)[number];

/** The lists in the order of their tabs. */
export const listsInOrder = ['waiting', 'sent-back', 'approved'] as const satisfies readonly ListName[];

/** Whether a word from the address names a list. */
export const isListName = (name: string): name is ListName => listsInOrder.some((list) => list === name);

/** The label of each list. */
export const listNames = {
  waiting: 'Waiting',
  'sent-back': 'Sent back',
  approved: 'Approved',
} as const satisfies Record<ListName, string>;

/** The text of an empty list, by the role of the reader. */
export const emptyWords = {
  client: {
    waiting: 'Nothing waits for your approval. We write to you as soon as something does.',
    'sent-back': 'You have sent nothing back.',
    approved: 'What you approve stays here until it is published.',
  },
  agency: {
    waiting: 'No post waits for a client’s approval.',
    'sent-back': 'No client has sent a post back.',
    approved: 'No approved post is still to come.',
  },
} as const satisfies Record<'client' | 'agency', Record<ListName, string>>;
