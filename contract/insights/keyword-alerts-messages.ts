import { prospectMessages } from './prospects-messages.ts';

/** Messages about ideas, drafts, watched keywords and lists of businesses. */
export const watchMessages = {
  ...prospectMessages,
  ideaSaved: 'The idea is saved',
  ideaUsed: 'This idea has become an item meanwhile. Please look at it again.',
  ideaDeleted: 'The idea is deleted',
  draftSaved: 'The draft waits for approval. It expires at its time.',
  draftApproved: 'Approved. It will be published as scheduled.',
  draftDeleted: 'The draft is deleted',
  draftExpired: 'This draft has expired. Please choose another time.',
  draftAccountsGone: 'No account of this draft is connected any more. Please choose its accounts again.',
  draftsFull: 'A client can have 1,000 drafts. Please plan or discard some first.',
  keywordWatched: 'We will search for it every morning from now on',
  keywordKnown: 'This keyword is watched already',
  keywordsFull: 'A client can have 20 keywords. Please stop watching one first.',
  keywordForgotten: 'The keyword is not watched any more',
  keywordMailsOn: 'You will get a mail every morning that has new results',
  keywordMailsOff: 'You get no more mails about keywords',
  keywordMailsUnknown: 'This link is not complete. Please open it once more as it was sent to you.',
} as const;
