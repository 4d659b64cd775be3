/** The states of an agency's contact with a business that could become a client. */
export const prospectStates = ['new', 'contacted', 'interested', 'declined', 'client'] as const;
export type ProspectState = (typeof prospectStates)[number];

/** The name of each state. */
export const prospectStateNames: Readonly<Record<ProspectState, string>> = {
  new: 'New',
  contacted: 'Contacted',
  interested: 'Interested',
  declined: 'Not interested',
  client: 'Client',
};

/** The most lists of an agency. */
export const mostProspectLists = 100;

/** The most businesses of a list. */
export const mostProspects = 500;
