import type { HandOver } from '#contract/hand-over.ts';
import { downloadName, pasteOf, writeAddress } from '#rules/by-hand.ts';
import { plainTextOf } from '#rules/captions.ts';
import { titleOf } from '#rules/titles.ts';
import { fileAddress } from '../files.ts';
import type { HandOverRow } from './queries.ts';

/** A delivery as a person posts it by hand. */
export function presentHandOver(row: HandOverRow): HandOver {
  const { network, username, client, title, description, url, fileName, contentType } = row;
  const html = row.descriptionFormat === 'formatted' ? description : null;
  const paste = pasteOf({ network, title, text: html === null ? description : plainTextOf(html), html });
  return {
    title: titleOf({ title, description, description_format: row.descriptionFormat }),
    paste_title: paste.title,
    text: paste.text,
    html: paste.html,
    media: fileName === null || contentType === null
      ? null
      : { url: fileAddress(fileName), file_name: downloadName(title, fileName), kind: contentType.startsWith('video/') ? 'video' : 'image' },
    link: writeAddress({ network, url }),
    network,
    username,
    client,
    is_open: row.isOpen,
  };
}
