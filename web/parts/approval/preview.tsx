import { useState } from 'react';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import { plainTextOf } from '#rules/captions.ts';
import { networkNames } from '#rules/eligibility.ts';
import { NetworkIcon } from '../icons/network-icon.tsx';
import { useFallbackFonts } from '../../lib/use-fallback-fonts.ts';
import { SafeHtml } from '../display/safe-html.tsx';
import styles from './approval.module.css';

const shortLength = 280; // characters that a card shows before 'Show all'

/** A post as it will look: its picture or video, and its words, shortened until 'Show all' is pressed. */
export function Preview({ post }: { post: ApprovalPost }) {
  const { title, description, description_format: format, media } = post;
  const plain = format === 'formatted' ? plainTextOf(description) : description;
  const isLong = plain.length > shortLength || plain.split('\n').length > 6;
  const [all, setAll] = useState(false);
  useFallbackFonts(`${title}${description}${JSON.stringify(post.own_words)}`);
  return (
    <div className={styles.preview}>
      {media !== null && <Media media={media} title={title} />}
      <div className={styles.caption}>
        {title !== plain && <p className={styles.title}>{title}</p>}
        {plain !== '' && (
          <div className={styles.text} data-cut={(isLong && !all) || undefined}>
            {format === 'formatted' ? <SafeHtml html={description} /> : <p>{description}</p>}
          </div>
        )}
        {isLong && (
          <button type="button" className={styles.link} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show less' : 'Show all'}
            <span className="visually-hidden"> of {title}</span>
          </button>
        )}
        {post.own_words.map(({ type, ...own }) => (
          <section key={type} aria-label={`Words for ${networkNames[type]}`} className={styles.own}>
            <p className={styles.ownName}>
              <NetworkIcon network={type} size={16} labelled={false} /> On {networkNames[type]}
            </p>
            {own.title !== '' && own.title !== title && <p className={styles.title}>{own.title}</p>}
            {format === 'formatted' ? <SafeHtml html={own.description} /> : <p>{own.description}</p>}
          </section>
        ))}
        {post.alt_text !== '' && <p className={styles.ownName}>Alt text: {post.alt_text}</p>}
      </div>
    </div>
  );
}

function Media({ media, title }: { media: NonNullable<ApprovalPost['media']>; title: string }) {
  // Reserves the picture's space before it loads, so that nothing moves.
  const ratio =
    media.width !== null && media.height !== null ? { aspectRatio: `${media.width} / ${media.height}` } : {};
  switch (media.kind) {
    case 'image':
      return (
        <a className={styles.media} href={media.url} target="_blank" rel="noopener noreferrer">
          <img
            src={media.url}
            alt={`Picture of ${title}, opens in full size`}
            loading="lazy"
            decoding="async"
            style={ratio}
          />
        </a>
      );
    case 'video':
      return (
        <div className={styles.media}>
          <video
            src={media.url}
            poster={media.thumbnail ?? undefined}
            controls
            preload="none"
            aria-label={`Film of ${title}`}
            style={ratio}
          />
        </div>
      );
    default:
      return media.kind satisfies never;
  }
}
