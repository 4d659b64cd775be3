/** Messages about lists of businesses. */
export const prospectMessages = {
  prospectListSaved: 'The list is saved',
  prospectListDeleted: 'The list is deleted',
  prospectListKnown: 'There is already a list with this name',
  prospectListsFull: 'You can have 100 lists. Please delete one first.',
  prospectsFull: 'A list can have 500 businesses. Please start another one.',
  prospectsAdded: 'Saved to the list',
  prospectsKnown: 'They are already on the list',
  prospectSaved: 'Saved',
  prospectRemoved: 'Removed from the list',
} as const;
