/**
 * A video: empty until `offset` has reached `sizeBytes`, then it has a post. `clientId` is the app that made it,
 * `uploadKey` the key of its upload address.
 */
export type Video = {
  id: string;
  owner: string;
  clientId: string;
  name: string;
  description: string;
  view: string;
  tags: string[];
  sizeBytes: number;
  offset: number;
  uploadKey: string;
  createdAt: string;
};
