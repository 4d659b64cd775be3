import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { cutText, lengthOf, paragraphsOf } from '#rules/captions.ts';
import { isEligible, networkIds, networkNames, type NetworkId } from '#rules/eligibility.ts';
import { wordsAt, wordsFor, type OwnWords, type Words } from '#rules/own-words.ts';
import { titleOf } from '#rules/titles.ts';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import { SafeHtml } from '../../../../parts/display/safe-html.tsx';
import { useCall } from '../../../../api/queries.ts';
import { useFallbackFonts } from '../../../../lib/use-fallback-fonts.ts';
import { roomInWords, roomsOf, showsArticle, showsTitle, type Room } from '../../../../lib/post-words.ts';
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
export function PostPreview({ item, own, alt, only, out = [], ...all }: PreviewProps) {
  const { data: known } = useCall('fetch-networks', {});
  useFallbackFonts(`${all.title}${all.description}${JSON.stringify(own)}`);
  const fitting = networkIds.filter((network) => isEligible(network, item.type));
  const there = fitting.filter((network) => known?.some(({ type, available }) => type === network && available));
  const offered = only ?? (there.length > 0 ? there : fitting);
  const [chosen, setChosen] = useState<NetworkId | null>(null);
  const network = offered.find((id) => id === chosen) ?? offered[0];
  if (!network) return null;
  const { title, description } = wordsAt(network, all, own[network]);
  const worded = { ...item, ...all, own_words: own };
  const { caption } = wordsFor(network, worded);
  const rooms = roomsOf(known, network, item.type);
  const isOut = out.includes(network);
  return (
    <section className={styles.preview} aria-label="Preview">
      <Text fw={600} size="sm">
        {isOut ? 'How it looked' : 'How it will look'}
      </Text>
      <SegmentedControl
        aria-label="Network"
        value={network}
        onChange={(value) => setChosen(networkIds.find((id) => id === value) ?? null)}
        data={offered.map((id) => ({
          value: id,
          label: only && only.length > 2 ? <NetworkIcon network={id} size={16} /> : <NetworkLabel network={id} />,
        }))}
        size="xs"
      />
      <article className={styles.post}>
        {showsArticle(network) ? (
          <Article item={{ ...item, alt_text: alt }} title={title} description={description} />
        ) : (
          <Post {...{ item: { ...item, alt_text: alt }, network, rooms, title, caption }} />
        )}
      </article>
      {isOut && out.length < offered.length && (
        <Text size="sm" c="dimmed">
          Words edited before the post is out everywhere are shown here too.
        </Text>
      )}
      {!isOut && !showsArticle(network) && (
        <div role="status">
          {showsTitle(network) && (
            <Counter network={network} words={title} room={rooms.title} name="Title: " onlyOver />
          )}
          <Counter network={network} words={caption} room={rooms.caption} />
        </div>
      )}
    </section>
  );
}

function NetworkLabel({ network }: { network: NetworkId }) {
  return (
    <span className={styles.networkLabel}>
      <NetworkIcon network={network} size={16} labelled={false} />
      <span>{networkNames[network]}</span>
    </span>
  );
}

function Article({ item, title, description }: { item: Item } & Words) {
  return (
    <>
      <h3>{titleOf({ title, description, description_format: item.description_format })}</h3>
      <Media item={item} />
      <SafeHtml
        className={styles.articleText ?? ''}
        html={item.description_format === 'formatted' ? description : paragraphsOf(description)}
      />
    </>
  );
}

type PostProps = {
  item: Item;
  network: NetworkId;
  rooms: { caption: Room; title: Room };
  title: string;
  caption: string;
};

function Post({ item, network, rooms, title, caption }: PostProps) {
  return (
    <>
      {showsTitle(network) && <h3>{cutText(title, rooms.title) || 'Untitled'}</h3>}
      <Media item={item} />
      <p className={styles.caption}>{cutText(caption, rooms.caption)}</p>
    </>
  );
}

function Media({ item }: { item: Item }) {
  if (item.type === 'video' && item.stream)
    return (
      <video
        src={item.stream}
        poster={item.thumbnail ?? undefined}
        controls
        preload="none"
        aria-label={item.title || 'The video'}
      />
    );
  const picture = item.stream ?? item.thumbnail;
  return picture ? <img src={picture} alt={item.alt_text || item.title || 'The picture'} /> : null;
}

type CounterProps = {
  network: NetworkId;
  words: string;
  room: Room;
  /** Before the figures. */ name?: string;
  /** Nothing for words that fit. */ onlyOver?: boolean;
};

function Counter({ network, words, room, name = '', onlyOver = false }: CounterProps) {
  if (room.limit === null) return null;
  const length = lengthOf(words, room.unit);
  const over = length > room.limit;
  if (onlyOver && !over) return null;
  return (
    <Text size="sm" c={over ? 'var(--warn-text)' : 'dimmed'}>
      {name}
      {roomInWords(network, { length, ...room })}
    </Text>
  );
}
