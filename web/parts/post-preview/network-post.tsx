import { useState } from 'react';
import { paragraphsOf, plainTextOf } from '#rules/captions.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { Face } from '../display/face.tsx';
import { SafeHtml } from '../display/safe-html.tsx';
import { Icon } from '../icons/icon.tsx';
import { postLooks } from './look.ts';
import type { PostMedia, PostModel } from './post-model.ts';
import styles from './post-preview.module.css';

type Props = {
  network: NetworkId;
  /** The name of the account. */ account: string;
  /** The day it is shown under, in words. */ day: string;
  post: PostModel;
  alt: string;
  /** Whether the words are HTML. */ formatted: boolean;
  /** Whether long words are cut until the person asks for all. */ short?: boolean;
};

/** A post in the feed of one network: whose it is, its words and media in that network's order. */
export function NetworkPost({ network, account, day, post, alt, formatted, short = false }: Props) {
  const look = postLooks[network];
  const part = {
    title: post.title === '' ? null : <h3 key="title">{post.title}</h3>,
    words: (
      <Words
        key="words"
        words={post.words}
        html={post.isArticle ? (formatted ? post.words : paragraphsOf(post.words)) : null}
        lines={look.lines ?? (short ? 8 : null)}
        more={look.more || 'Show all'}
      />
    ),
    media: post.media.map((media) => <Media key={media.url} media={media} alt={alt} />),
  };
  return (
    <article className={styles.post} data-network={network}>
      <div className={styles.author}>
        <Face name={account} image={null} size={40} />
        <span>
          <b>{account}</b>
          <span className={styles.day}>{day}</span>
        </span>
      </div>
      {look.parts.map((name) => part[name])}
      {look.actions.length > 0 && (
        <ul className={styles.actions} aria-hidden="true">
          {look.actions.map(({ icon, word }) => (
            <li key={icon}>
              <Icon name={icon} size={18} /> {word}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

type WordsProps = { words: string; html: string | null; lines: number | null; more: string };

function Words({ words, html, lines, more }: WordsProps) {
  const [all, setAll] = useState(false);
  const text = html === null ? words : plainTextOf(html);
  const isLong = lines !== null && (text.length > lines * 75 || text.split('\n').length > lines);
  if (text === '') return null;
  return (
    <div>
      {html === null ? (
        <p
          className={styles.words}
          style={isLong && !all ? { WebkitLineClamp: lines ?? 0 } : undefined}
          data-cut={(isLong && !all) || undefined}
        >
          {words}
        </p>
      ) : (
        <div className={styles.article} data-cut={(isLong && !all) || undefined}>
          <SafeHtml html={html} />
        </div>
      )}
      {isLong && !all && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          {more}
        </button>
      )}
    </div>
  );
}

function Media({ media: { kind, url, thumbnail, width, height }, alt }: { media: PostMedia; alt: string }) {
  // Reserves the space before the file is there, so that nothing moves.
  const ratio = width !== null && height !== null ? { aspectRatio: `${width} / ${height}` } : {};
  return kind === 'video' ? (
    <video
      className={styles.media}
      src={url}
      poster={thumbnail ?? undefined}
      controls
      preload="none"
      aria-label={alt || 'The video'}
      style={ratio}
    />
  ) : (
    <a className={styles.picture} href={url} target="_blank" rel="noopener noreferrer">
      <img
        className={styles.media}
        src={url}
        alt={`${alt || 'The picture'}, opens in full size`}
        loading="lazy"
        decoding="async"
        style={ratio}
      />
    </a>
  );
}
