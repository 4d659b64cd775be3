/** Messages about pauses and the posts that have piled up under them. */
export const pauseMessages = {
  everythingPaused: 'Publishing is paused. Nothing goes out until you resume.',
  clientPaused: 'This client is paused. Nothing goes out for it until you resume.',
  accountPaused: 'This account is paused. Nothing goes out there until you resume.',
  schedulePaused: 'This schedule is paused. None of its posts go out until you resume.',
  alreadyPaused: 'It is paused already.',
  scheduleOver: 'It has ended: it has no posts left to go out.',
  postsHeld: 'Posts were due while it was paused. Resume it on its own page to choose what happens to them.',
  notPaused: 'This is not paused any more',
  pileChanged: 'The waiting posts have changed. Please look again before you resume.',
  resumed: 'Publishing has resumed',
  resumedPublishing: 'Publishing has resumed. Held posts will be published one after another.',
  resumedMoving: 'Publishing has resumed. Held posts were moved to the next free times.',
  resumedSkipping: 'Publishing has resumed. Held posts were skipped.',
} as const;
