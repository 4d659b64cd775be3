import type { NetworkId } from '#rules/eligibility.ts';
import { useCall } from '../api/queries.ts';
import { postWords, roomInWords } from '../lib/post-words.ts';
import { sayCount } from '../lib/words.ts';
import { NetworkIcon } from '../parts/icons/network-icon.tsx';
import styles from './words.module.css';
import { typeOf, type Composed } from './post.ts';

/** How much of each chosen network's limit the words use, the shown network first. */
export function Counters({
  composed,
  networks,
  tab,
}: {
  composed: Composed;
  networks: readonly NetworkId[];
  tab: NetworkId | null;
}) {
  const { data: known } = useCall('fetch-networks', {});
  const { title, words, own, format } = composed;
  const { counts } = postWords(
    { title, description: words, own_words: own, description_format: format, type: typeOf(composed) },
    networks,
    known,
  );
  const sorted = counts.toSorted((a, b) => Number(b.network === tab) - Number(a.network === tab));
  return (
    <ul className={styles.counters} aria-label="Characters">
      {sorted.map(({ network, of, length, room, isOver }) => (
        <li key={`${network} ${of}`} data-over={isOver || undefined} title={roomInWords(network, { length, ...room })}>
          <NetworkIcon network={network} size={16} />
          {of === 'title' && 'Title '}
          <span className="nums">
            {sayCount(length)}
            <span>/{short(room.limit ?? 0)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A limit in little room: '63k', '3,000'. */
const short = (limit: number): string => (limit >= 10_000 ? `${Math.floor(limit / 1000)}k` : sayCount(limit));
