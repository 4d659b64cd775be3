import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { composeCaption, cutText, lengthOf, paragraphsOf, plainTextOf, type LengthUnit } from '#rules/captions.ts';
import { isEligible, networkIds, networkNames, type NetworkId } from '#rules/eligibility.ts';
import { takesTitle as hasTitle, wordsAt, type OwnWords, type Words } from '#rules/own-words.ts';
import { titleOf } from '#rules/titles.ts';
import { NetworkIcon } from '../../parts/network-icon.tsx';
import { SafeHtml } from '../../parts/safe-html.tsx';
import { useCall } from '../../api/queries.ts';
import styles from './post-preview.module.css';

type Item = Data<'fetch-stream'>['items'][number];
/** A limit in the network's own units; null for none. */
type Room = { limit: number | null; unit: LengthUnit };

/** The item as each network that takes its type will show it, with what would be cut off. */
export function PostPreview({ item, own, alt, ...all }: { item: Item; own: OwnWords; alt: string } & Words) {
  const { data: known } = useCall('fetch-networks', {});
  const fitting = networkIds.filter((network) => isEligible(network, item.type));
  const there = fitting.filter((network) => known?.some(({ type, available }) => type === network && available));
  const offered = there.length > 0 ? there : fitting;
  const [chosen, setChosen] = useState<NetworkId | null>(null);
  const network = offered.find((id) => id === chosen) ?? offered[0];
  if (!network) return null;
  const { title, description } = wordsAt(network, all, own[network]);
  const limits = known?.find(({ type }) => type === network);
  const isText = item.type === 'text' || item.type === 'formatted';
  const room: Room = {
    limit: (isText ? limits?.text_length : limits?.caption_length) ?? null,
    unit: limits?.length_unit ?? 'utf16',
  };
  const titleRoom: Room = { limit: limits?.title_length ?? null, unit: limits?.title_unit ?? 'utf16' };
  return (
    <section className={styles.preview} aria-label="Preview">
      <Text fw={600} size="sm">
        How it will look
      </Text>
      <SegmentedControl
        aria-label="Network"
        value={network}
        onChange={(value) => setChosen(networkIds.find((id) => id === value) ?? null)}
        data={offered.map((id) => ({ value: id, label: <NetworkLabel network={id} /> }))}
        size="xs"
      />
      <article className={styles.post}>
        {showsArticle(network) ? (
          <Article item={{ ...item, alt_text: alt }} title={title} description={description} />
        ) : (
          <Post {...{ item: { ...item, alt_text: alt }, network, room, titleRoom, title, description }} />
        )}
      </article>
      {!showsArticle(network) && (
        <div role="status">
          {takesTitle(network) && <Counter network={network} words={title} room={titleRoom} name="Title: " onlyOver />}
          <Counter
            network={network}
            words={captionFor(network, { title, description: wordsOf(item, description) })}
            room={room}
          />
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

// WordPress and Medium publish a page with a heading; the others a caption in one text.
const showsArticle = (network: NetworkId): boolean => network === 'wordpress' || network === 'medium';
const takesTitle = (network: NetworkId): boolean => hasTitle(network) && !showsArticle(network);
const wordsOf = (item: Item, description: string): string =>
  item.description_format === 'formatted' ? plainTextOf(description) : description;
const captionFor = (network: NetworkId, { title, description }: Words): string =>
  takesTitle(network) ? description : composeCaption({ title, text: description });

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

function Post({
  item,
  network,
  room,
  titleRoom,
  title,
  description,
}: { item: Item; network: NetworkId; room: Room; titleRoom: Room } & Words) {
  const caption = captionFor(network, { title, description: wordsOf(item, description) });
  return (
    <>
      {takesTitle(network) && <h3>{cutText(title, titleRoom) || 'Untitled'}</h3>}
      <Media item={item} />
      <p className={styles.caption}>{cutText(caption, room)}</p>
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
  /** Says nothing of words that fit. */ onlyOver?: boolean;
};

function Counter({ network, words, room: { limit, unit }, name = '', onlyOver = false }: CounterProps) {
  if (limit === null) return null;
  const length = lengthOf(words, unit);
  const over = length > limit;
  if (onlyOver && !over) return null;
  return (
    <Text size="sm" c={over ? 'var(--warn-text)' : 'dimmed'}>
      {name}
      {length.toLocaleString('en-GB')} of {limit.toLocaleString('en-GB')} {unitNames[unit]}
      {unit === 'weighted' && `, as ${networkNames[network]} counts them`}
      {over && ': the end is cut off at a word'}
    </Text>
  );
}

const unitNames: Readonly<Record<LengthUnit, string>> = {
  utf16: 'characters',
  'code-points': 'characters',
  graphemes: 'characters',
  weighted: 'characters',
  bytes: 'bytes',
};
