/** Messages about the addresses at which calendar programs read the plan. */
export const calendarFeedMessages = {
  calendarFeedMade: 'The address is ready to be copied',
  calendarFeedRevoked: 'The address does not work any more',
  calendarFeedsFull: 'There are 100 calendar addresses. Please revoke one before you make another.',
  calendarFeedGone: 'This calendar address does not work any more. Please ask for a new one.',
} as const;
