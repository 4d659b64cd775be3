import type { HandOver } from '#contract/app/hand-over.ts';
import { downloadName, pasteOf, writeAddress } from '#rules/by-hand.ts';
import { plainTextOf } from '#rules/captions.ts';
import { wordsAt } from '#rules/own-words.ts';
import { titleOf } from '#rules/titles.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import type { HandOverRow } from './queries.ts';

/** A delivery as the page for posting by hand shows it. */
export function presentHandOver(row: HandOverRow): HandOver {
  const { network, username, client, url, file_name: fileName, content_type: contentType } = row;
  const { title, description } = wordsAt(network, row, row.own_words);
  const html = row.description_format === 'formatted' ? description : null;
  const paste = pasteOf({ network, title, text: html === null ? description : plainTextOf(html), html });
  return {
    title: titleOf(row),
    paste_title: paste.title,
    text: paste.text,
    html: paste.html,
    media:
      fileName === null || contentType === null
        ? null
        : {
            url: fileAddress(fileName),
            file_name: downloadName(row.title, fileName),
            kind: contentType.startsWith('video/') ? 'video' : 'image',
          },
    link: writeAddress({ network, url }),
    network,
    username,
    client,
    is_open: row.is_open,
  };
}
