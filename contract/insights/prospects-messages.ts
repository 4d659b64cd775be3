/** Messages about lists of businesses. */
export const prospectMessages = {
  prospectListSaved: 'The list is saved',
  prospectListDeleted: 'The list is deleted',
  prospectListKnown: 'There is a list of this name already',
  prospectListsFull: 'You can have 100 lists. Please delete one first.',
  prospectsFull: 'A list can have 500 businesses. Please start another one.',
  prospectsAdded: 'Saved to the list',
  prospectsKnown: 'The list has them already',
  prospectSaved: 'Saved',
  prospectRemoved: 'Removed from the list',
} as const;
