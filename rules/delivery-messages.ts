/** The messages of a delivery, in plain words. A network's own text is passed through if there is one. */
export const deliveryMessages = {
  processing: 'The network has taken the post and is still working on it.',
  processingTooLong:
    'The network has worked on this post for more than a day. Please check the account before posting again.',
  needsReconnecting: (reason: string) => `Please reconnect this account, the post waits for it. ${reason}`.trim(),
  notReconnected: 'The account was not reconnected within a day.',
  rateLimited: (reason: string) => `The network asks us to wait. ${reason}`.trim(),
  appRefused: (reason: string) =>
    (
      `The network does not accept this site's app right now. Nothing is wrong with the account, and we will try ` +
      `again. ${reason}`
    ).trim(),
  missedByApp: (reason: string) =>
    `Missed: the network did not accept this site's app in time. Nothing is wrong with the account. ${reason}`.trim(),
  waitsBehind: 'The network asks this account to wait, and this post waits with it.',
  unreachable: (reason: string) => `The network could not be reached, we will try again. ${reason}`.trim(),
  storageAway: 'Our own storage of files did not answer, we will try again. Nothing is wrong with the account.',
  notPrepared: 'We could not prepare this post. Please check its content and publish it again.',
  settling: 'The network did not answer clearly. We are checking the account for the post.',
  sendingAgain: 'The post is not on the account, so we send it again.',
  noReason: 'The network refused this post without giving a reason.',
  askPerson: 'The network did not say whether the post was made. Please check the account before posting again.',
  unrecorded: 'This site could not keep its own record of the post, so nothing was sent.',
  unseenChecking:
    'This site was restored from a backup, and this post may be out already. We are checking the account.',
  unseen:
    'This site was restored from a backup, and this post may be out already. Please check the account before posting ' +
    'again.',
  byHand: 'It is time: please publish this post by hand.',
  postedByHand: 'Posted by hand.',
  leftOut: 'Left out by a person when it was to be posted by hand.',
  missed: 'Missed: its time passed while nothing could be sent.',
  resumed: 'Publishing has resumed after a pause. This post will be sent shortly.',
  paused: {
    everything: 'Publishing is paused. When you resume, you choose what happens to this post.',
    client: 'This client is paused. When you resume, you choose what happens to this post.',
    account: 'This account is paused. When you resume, you choose what happens to this post.',
    schedule: 'This schedule is paused. When you resume, you choose what happens to this post.',
  },
  skipped: 'Skipped: it was left out when publishing was resumed.',
  networkUnavailable: 'This network cannot be used here.',
  contentGone: 'The content of this post is not there any more.',
} as const;
