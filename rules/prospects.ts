/** How far an agency is with a business that could become a client. */
export const prospectStates = ['new', 'contacted', 'interested', 'declined', 'client'] as const;
export type ProspectState = (typeof prospectStates)[number];

/** The words for each. */
export const prospectStateNames: Readonly<Record<ProspectState, string>> = {
  new: 'New',
  contacted: 'Contacted',
  interested: 'Interested',
  declined: 'Not interested',
  client: 'Client',
};

/** The most lists of an agency, and the most businesses of a list. */
export const mostProspectLists = 100;
export const mostProspects = 500;
