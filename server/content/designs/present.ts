import type { DesignContent } from '#contract/content/designs.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import type { DesignRow } from './queries.ts';

/** A design as replies show it. */
export const presentDesign = (row: DesignRow): DesignContent => ({
  id: row.id,
  name: row.name,
  thumbnail: fileAddress(row.thumbnail_name),
  picture: fileAddress(row.picture_name),
  credits: row.credits,
  client_id: row.client_id,
  created: row.created_at.toISOString(),
  revision: row.revision,
  ...(row.document === undefined ? {} : { data: JSON.stringify(row.document) }),
});
