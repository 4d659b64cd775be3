import { Button } from '@mantine/core';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import { counted } from '../../../lib/words.ts';
import type { Selection } from '../../../parts/bulk/use-selection.ts';
import { ClientLink } from '../../../parts/display/client-link.tsx';
import { Face } from '../../../parts/display/face.tsx';
import { Thumbnail } from '../../../parts/display/thumbnail.tsx';
import { When } from '../../../parts/display/when.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../parts/icons/network-icon.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import styles from './approval-board.module.css';

/** The most posts that one call approves. */
const mostApproved = 200;

type Props = {
  /** The listed posts of one client, the earliest first. */ posts: readonly ApprovalPost[];
  shown: ApprovalPost | null;
  selection: Selection<ApprovalPost> | null;
  onShow: (post: ApprovalPost) => void;
  /** Null if this person approves nothing. */ onApprove: ((posts: readonly ApprovalPost[]) => void) | null;
  onStep: (by: 1 | -1) => void;
};

/** A client's posts, a line each; those that wait can be approved at once. */
export function ClientGroup({ posts, onApprove, ...rows }: Props) {
  const [first] = posts;
  if (first === undefined) return null;
  const waiting = posts.filter(({ state }) => state === 'waiting').slice(0, mostApproved);
  const asked = waiting.map(({ asked_at: at }) => at).toSorted()[0];
  return (
    <section className={styles.group} aria-label={first.client}>
      <header>
        <Face name={first.client} image={null} size={24} />
        <div>
          <h2>
            <ClientLink id={first.client_id} name={first.client} />
          </h2>
          <p>
            {asked === undefined ? (
              counted(posts.length, 'post')
            ) : (
              <>
                {counted(waiting.length, 'post')}, asked <When at={asked} form="short" within />
              </>
            )}
          </p>
        </div>
        {onApprove && waiting.length > 1 && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Icon name="check" size={16} />}
            onClick={() => onApprove(waiting)}
            aria-label={`Approve all ${waiting.length} of ${first.client}`}
          >
            Approve all {waiting.length}
          </Button>
        )}
      </header>
      <ul>
        {posts.map((post) => (
          <Row key={post.id} post={post} onApprove={onApprove} {...rows} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = Omit<Props, 'posts'> & { post: ApprovalPost };

function Row({ post, shown, selection, onShow, onApprove, onStep }: RowProps) {
  const networks = [...new Set(post.accounts.map(({ type }) => type))];
  return (
    <li className={styles.row} data-shown={post === shown || undefined}>
      {selection && (
        <input
          type="checkbox"
          aria-label={`Choose ${post.title}`}
          checked={selection.isChosen(post)}
          onChange={(event) => selection.choose(post, event.currentTarget.checked)}
        />
      )}
      <button
        type="button"
        data-row={post.id}
        aria-current={post === shown || undefined}
        onClick={() => onShow(post)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          onStep(event.key === 'ArrowDown' ? 1 : -1);
        }}
      >
        <Thumbnail src={post.media?.thumbnail ?? null} alt="" size={36} icon={post.media ? 'photo' : 'article'} />
        <b title={post.title}>{post.title}</b>
        <span className={styles.when}>
          <When at={post.due_at} zone={post.timezone} form="short" />
        </span>
        <span className={styles.networks}>
          {networks.map((type) => (
            <NetworkIcon key={type} network={type} size={18} />
          ))}
        </span>
      </button>
      {post.held ? <StatusBadge status="not-approved" /> : <Soon post={post} />}
      {onApprove && post.state === 'waiting' && (
        <button
          type="button"
          className={styles.approve}
          aria-label={`Approve for the client: ${post.title}`}
          onClick={() => onApprove([post])}
        >
          <Icon name="check" size={18} />
        </button>
      )}
    </li>
  );
}

const soonMs = 12 * 3_600_000;

/** 'In 5 hours', for a post that still waits and whose time is near. */
function Soon({ post }: { post: ApprovalPost }) {
  const left = Date.parse(post.due_at) - Date.now();
  if (post.state === 'approved' || left <= 0 || left > soonMs) return null;
  const hours = Math.floor(left / 3_600_000);
  return (
    <span className={styles.soon}>
      <Icon name="clock" size={14} />
      {hours < 1 ? `In ${counted(Math.max(1, Math.floor(left / 60_000)), 'minute')}` : `In ${counted(hours, 'hour')}`}
    </span>
  );
}
