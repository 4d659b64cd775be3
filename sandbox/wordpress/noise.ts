import type { Reply } from '../http/reply.ts';
import type { Noise } from '../state/model.ts';

const before: Readonly<Record<Exclude<Noise, 'comment'>, string>> = {
  bom: '\u{feff}',
  warning:
    '<br />\n<b>Warning</b>:  Undefined array key [0] in <b>/var/www/html/wp-content/plugins/shop{2}/shop.php</b>' +
    ' on line <b>12</b><br />\n',
};

/**
 * An answer of PHP with what a site prints around it. Once something is printed, PHP has sent its headers: status 200,
 * without those that WordPress would set.
 */
export function withNoise(reply: Reply, noises: readonly Noise[]): Reply {
  if (reply.ending === 'cut') return reply;
  const printed = noises.flatMap((noise) => (noise === 'comment' ? [] : [before[noise]])).join('');
  const behind = noises.includes('comment') ? '\n<!-- Cached page, optimised in 0.02 s -->' : '';
  const body = `${printed}${reply.body.toString()}${behind}`;
  return printed === ''
    ? { ...reply, body }
    : { ...reply, status: 200, headers: { 'content-type': 'text/html; charset=UTF-8' }, body };
}
