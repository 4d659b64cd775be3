import { Text } from '@mantine/core';
import type { Data } from '#contract/index.ts';
import { isEligible, networkIds, type NetworkId } from '#rules/eligibility.ts';
import type { OwnWords, Words } from '#rules/own-words.ts';
import { useCall } from '../../../../api/queries.ts';
import { roomInWords, showsArticle } from '../../../../lib/post-words.ts';
import { NetworkPreviews } from '../../../../parts/post-preview/network-previews.tsx';
import { isOver, type PostModel } from '../../../../parts/post-preview/post-model.ts';
import styles from './post-preview.module.css';

type Item = Data<'fetch-stream'>['items'][number];

type PreviewProps = {
  item: Item;
  own: OwnWords;
  alt: string;
  /** The networks it is published at, if they are known; otherwise all that accept its type. */
  only?: readonly NetworkId[];
  /** The networks at which it is already published. */ out?: readonly NetworkId[];
} & Words;

/** The item as each network that accepts its type will show it, with what would be cut off. */
export function PostPreview({ item, own, alt, only, out = [], title, description }: PreviewProps) {
  const { data: known } = useCall('fetch-networks', {});
  const fitting = networkIds.filter((network) => isEligible(network, item.type));
  const there = fitting.filter((network) => known?.some(({ type, available }) => type === network && available));
  const offered = only ?? (there.length > 0 ? there : fitting);
  const fromFile = item.title_from_file && title === item.title;
  return (
    <section className={styles.preview} aria-label="Preview">
      <Text fw={600} size="sm">
        {offered.length > 0 && offered.every((network) => out.includes(network)) ? 'How it looked' : 'How it will look'}
      </Text>
      <NetworkPreviews
        accounts={offered.map((type) => ({ type, username: '' }))}
        item={{ ...item, title, description, own_words: own, title_from_file: fromFile }}
        media={mediaOf(item)}
        alt={alt}
        day="Just now"
        below={(network, post) =>
          out.includes(network) ? (
            out.length < offered.length && (
              <Text size="sm" c="dimmed">
                Words edited before the post is out everywhere are shown here too.
              </Text>
            )
          ) : (
            <Counters network={network} post={post} />
          )
        }
      />
    </section>
  );
}

const mediaOf = ({ type, stream, thumbnail }: Item) => {
  const url = stream ?? thumbnail;
  if (url === null || (type !== 'image' && type !== 'video')) return [];
  const kind = type === 'video' && stream !== null ? 'video' : 'image';
  return [{ kind, url, thumbnail, width: null, height: null } as const];
};

function Counters({ network, post }: { network: NetworkId; post: PostModel }) {
  if (showsArticle(network)) return null;
  const { caption, titleRoom } = post;
  return (
    <div role="status">
      {isOver(titleRoom) && (
        <Text size="sm" c="var(--warn-text)">
          Title: {roomInWords(network, titleRoom)}
        </Text>
      )}
      {caption.limit !== null && (
        <Text size="sm" c={isOver(caption) ? 'var(--warn-text)' : 'dimmed'}>
          {roomInWords(network, caption)}
        </Text>
      )}
    </div>
  );
}
