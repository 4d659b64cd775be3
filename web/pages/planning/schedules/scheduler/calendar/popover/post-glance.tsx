import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { plainTextOf } from '#rules/captions.ts';
import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { useCall } from '../../../../../../api/queries.ts';
import { useFallbackFonts } from '../../../../../../lib/use-fallback-fonts.ts';
import { isOver, postModel, saysOf } from '../../../../../../parts/post-preview/post-model.ts';
import styles from './popover.module.css';

type Props = {
  content: Data<'fetch-scheduled-item'>['content'];
  network: NetworkId;
  /** Whether it is out there. */ isOut: boolean;
};

/** Characters beyond which the words are cut until *more* is pressed. */
const few = 110;

/** A post as a network shows it, small: its first words and its picture. */
export function PostGlance({ content, network, isOut }: Props) {
  const { data: known } = useCall('fetch-networks', {});
  const [isWhole, setWhole] = useState(false);
  useFallbackFonts(`${content.title}${content.description}${JSON.stringify(content.own_words)}`);
  const { stream: file, thumbnail, type, title, alt_text: alt } = content;
  const post = postModel(network, content, { media: [], known });
  const words = post.isArticle && content.description_format === 'formatted' ? plainTextOf(post.words) : post.words;
  const isLong = words.length > few || words.split('\n').length > 2;
  const picture = file ?? thumbnail;
  const said = alt || title || 'The picture';
  return (
    <article
      className={styles.glance}
      aria-label={`${isOut ? 'How it looked' : 'How it will look'} on ${networkNames[network]}`}
    >
      {(post.title !== '' || words !== '') && (
        <div className={styles.glanceWords} data-cut={(isLong && !isWhole) || undefined}>
          {post.title !== '' && <h3>{post.title}</h3>}
          {words !== '' && <p>{isLong && !isWhole ? words.replace(/\s+/g, ' ') : words}</p>}
          {isLong && !isWhole && (
            <button type="button" onClick={() => setWhole(true)}>
              … more
            </button>
          )}
        </div>
      )}
      {type === 'video' && file !== null ? (
        <video src={file} poster={thumbnail ?? undefined} controls preload="none" aria-label={title || 'The video'} />
      ) : (
        picture !== null && <img src={picture} alt={said} />
      )}
      {!isOut && (isOver(post.caption) || isOver(post.titleRoom)) && (
        <p className={styles.cut}>{saysOf(post, networkNames[network])}</p>
      )}
    </article>
  );
}
