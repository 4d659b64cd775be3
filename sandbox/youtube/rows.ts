/**
 * An upload session: the video's metadata, the number of bytes to come, and the video once they have arrived. `part`
 * are the parts of the answer.
 */
export type Session = {
  id: string;
  persona: string;
  facts: Omit<VideoFacts, 'id'>;
  total: number;
  part: string[];
  videoId: string;
  createdAt: string;
};

/** The fields of a video beside its post, whose id it shares. */
export type VideoFacts = {
  id: string;
  channel: string;
  title: string;
  description: string;
  tags: string[];
  categoryId: string;
  privacyStatus: string;
  madeForKids: boolean;
  license: string;
  embeddable: boolean;
};
