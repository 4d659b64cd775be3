/** What is said about planning posts and moving one of them. */
export const moveMessages = {
  streamEmpty: 'This stream has nothing to publish yet. Please add content first.',
  pastTime: 'This time has already passed. Please choose a later one.',
  farTime: 'Please choose a date within the next ten years',
  accountNotEligible: 'One of the accounts cannot publish this kind of content',
  accountNotOfClient: 'One of the accounts does not belong to this client',
  nothingToMove: 'Everything in this schedule has already been published',
  nothingToStop: 'This post is not waiting to be published any more',
  alreadyPublished: 'This post has already been published',
  deliveryResolved: 'Thank you, noted',
  itemMoved: 'The post has its new time',
  itemMovedForward: 'The clocks go forward then and skip that time: the post goes out at {time}.',
  itemMovedTwice: 'The clocks go back then and show that time twice: the post goes out the first time.',
  itemOut: 'This post is already published to at least one account, so its time cannot change',
  itemUncertain: 'It is not sure whether this post is out. Please decide that first.',
  itemUnderWay: 'This post is being published right now, so it cannot be moved',
  itemChanged: 'This post was moved in the meantime. Its current time is shown.',
} as const;
