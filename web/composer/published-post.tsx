import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { networkNames } from '#rules/eligibility.ts';
import { useAction } from '../api/action.ts';
import { sayCount } from '../lib/words.ts';
import { paths } from '../paths.ts';
import { When } from '../parts/display/when.tsx';
import { NetworkIcon } from '../parts/icons/network-icon.tsx';
import { StatusBadge } from '../parts/states/status-badge.tsx';
import { useAccounts } from './accounts.tsx';
import accountsStyles from './accounts.module.css';
import frameStyles from './frame.module.css';
import planningStyles from './planning.module.css';
import previewStyles from './preview.module.css';
import { Frame } from './frame.tsx';
import { composedOf, type Post } from './post.ts';
import { Preview } from './preview.tsx';
import { deliveryStatus } from '../pages/planning/schedules/schedule-detail/words.ts';
import { useState } from 'react';
import type { NetworkId } from '#rules/eligibility.ts';

type Props = { post: Post; onClose: () => void; onOpenDraft: (draftId: string) => void };

const figureNames = [
  ['likes', 'likes'],
  ['views', 'views'],
  ['shares', 'shares'],
  ['comments', 'comments'],
  ['retweets', 'reposts'],
] as const;

/** A post that is over: how it looked, where it stands, its figures and its story. */
export function PublishedPost({ post, onClose, onOpenDraft }: Props) {
  const accounts = useAccounts(post.client.id);
  const composed = composedOf(post);
  const [network, setNetwork] = useState<NetworkId | null>(null);
  const duplicate = useAction('duplicate-post', { onDone: ({ draft_id: id }) => onOpenDraft(id) });
  return (
    <Frame title="Post" onClose={onClose} onFiles={null}>
      <div className={accountsStyles.who}>
        <b className={accountsStyles.clientName}>{post.client.name}</b>
        {post.when !== null && <When at={post.when.due_at} zone={post.when.timezone} />}
      </div>
      <div className={frameStyles.columns}>
        <div className={frameStyles.left}>
          <ul className={previewStyles.deliveries} aria-label="Accounts">
            {post.deliveries.map((delivery) => (
              <li key={delivery.delivery_id}>
                <NetworkIcon network={delivery.type} size={24} />
                <span>
                  <b>
                    {post.accounts.find(({ id }) => id === delivery.account_id)?.username ||
                      networkNames[delivery.type]}
                  </b>
                  <StatusBadge status={deliveryStatus(delivery)} />
                  {delivery.figures !== null && <Figures figures={delivery.figures} />}
                </span>
                {delivery.post_url !== null && delivery.post_url !== '' && (
                  <Anchor href={delivery.post_url} target="_blank" rel="noreferrer" size="sm">
                    Open it<span className="visually-hidden"> at {networkNames[delivery.type]}</span>
                  </Anchor>
                )}
                <Anchor component={Link} to={paths.ledgerPost(delivery.delivery_id)} size="sm">
                  Its story
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
        <aside className={frameStyles.right} aria-label="Preview" data-open>
          <Preview
            composed={composed}
            accounts={(accounts ?? []).filter(({ id }) => composed.accounts.includes(id))}
            network={network}
            onNetwork={setNetwork}
          />
        </aside>
      </div>
      <div className={planningStyles.foot}>
        <div className={planningStyles.buttons}>
          <Button
            variant="default"
            loading={duplicate.busy}
            onClick={() => {
              if (post.occurrence_id !== null) void duplicate.run({ occurrence_id: post.occurrence_id });
            }}
          >
            Duplicate
          </Button>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Frame>
  );
}

function Figures({ figures }: { figures: NonNullable<Post['deliveries'][number]['figures']> }) {
  const words = figureNames
    .flatMap(([name, word]) => (figures[name] === null ? [] : [`${sayCount(figures[name])} ${word}`]))
    .join(', ');
  return words === '' ? null : <small>{words}</small>;
}
