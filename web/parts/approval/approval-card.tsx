import { Button } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import { networkNames } from '#rules/eligibility.ts';
import { ClientLink } from '../display/client-link.tsx';
import { useMay, useUser } from '../../api/session.ts';
import { zoneLabel } from '../../lib/when.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { Icon } from '../icons/icon.tsx';
import { NetworkIcon } from '../icons/network-icon.tsx';
import type { Status } from '../states/state-looks.ts';
import { StatusBadge } from '../states/status-badge.tsx';
import { When } from '../display/when.tsx';
import { paths } from '../../paths.ts';
import { AskAgain } from './ask-again.tsx';
import styles from './approval.module.css';
import { Comments } from './comments.tsx';
import { ForClientDialog } from './for-client-dialog.tsx';
import { Preview } from './preview.tsx';
import { SendBackForm } from './send-back-form.tsx';
import type { Deciding } from './use-deciding.ts';

type Props = {
  post: ApprovalPost;
  deciding: Deciding;
  /** Set if a heading above states the day. */ dayIsSaid?: boolean;
  /** Opens the window of the post; without it, *Edit* leads to the item in its stream. */
  onEdit?: ((post: ApprovalPost) => void) | undefined;
  /** Asks how the client agreed, where the page around the card does; otherwise the card asks. */
  onApprove?: ((post: ApprovalPost) => void) | undefined;
  /** Set if the card can be selected, to decide about several at once. */ selection?: Selection<ApprovalPost>;
};

const statusOf = ({ state, held }: ApprovalPost): Status =>
  held ? 'not-approved' : state === 'waiting' ? 'approval' : state;

/**
 * A post that awaits approval, with the actions this person may take. While the card itself has the focus, A approves
 * and S sends back.
 */
export function ApprovalCard({ post, deciding, dayIsSaid = false, onEdit, onApprove, selection }: Props) {
  const { is_client_account: own } = useUser();
  const maySendBack = useMay('sendBack');
  const mayApprove = useMay('approve');
  const mayAsk = useMay('askAgain');
  const discusses = useMay('discussApprovals');
  const mayEdit = useMay('manageStreams');
  const [open, setOpen] = useState<'send-back' | 'for-client' | 'ask' | null>(null);
  const close = () => setOpen(null);
  const { title, state } = post;
  const since = deciding.sinceRefused(post);
  const isOutOfDate = deciding.isOutOfDate(post);
  const approves = mayApprove && state !== 'approved';
  const sendsBack = maySendBack && state !== 'sent-back';

  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isOutOfDate && 'as'.includes(event.key)) return;
    if (event.key === 'a' && own && approves) void deciding.approve([post]);
    else if (event.key === 's' && sendsBack) setOpen('send-back');
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    else return;
    event.preventDefault();
  };

  return (
    <article className={styles.card} data-post tabIndex={0} aria-label={title} onKeyDown={onKey}>
      <header className={styles.head}>
        {selection && (
          <input
            type="checkbox"
            className={styles.choose}
            aria-label={`Choose ${title}`}
            checked={selection.isChosen(post)}
            onChange={(event) => selection.choose(post, event.currentTarget.checked)}
          />
        )}
        <span className={styles.when}>
          {dayIsSaid ? (
            <time dateTime={post.due_at}>
              <b>{post.scheduled.slice(11)}</b> · {zoneLabel(post.timezone)}
            </time>
          ) : (
            <When at={post.due_at} zone={post.timezone} />
          )}
        </span>
        <ul className={styles.networks} aria-label="Goes to">
          {post.accounts.map(({ account_id: id, type, username }) => (
            <li key={id}>
              <NetworkIcon network={type} size={20} labelled={false} />
              <span>{username || networkNames[type]}</span>
              <span className="visually-hidden"> on {networkNames[type]}</span>
            </li>
          ))}
        </ul>
        <StatusBadge status={statusOf(post)} />
      </header>
      {since !== null && (
        <p className={styles.changed} role="alert">
          <Icon name="alert-circle" size={16} />
          {since === 'decided'
            ? 'Somebody decided about this post while you looked at it. This is how it is now.'
            : 'This post was changed while you looked at it. This is how it is now.'}
        </p>
      )}
      {post.held && (
        <p className={styles.held}>
          <Held post={post} own={own} />
        </p>
      )}
      {!own && (
        <p className={styles.client}>
          For <ClientLink id={post.client_id} name={post.client} /> ·{' '}
          <Link to={paths.scheduleDetail(post.schedule_id)}>
            its schedule<span className="visually-hidden"> with {title}</span>
          </Link>
        </p>
      )}
      <Preview post={post} />
      <Comments post={post} />
      {open === 'send-back' && (
        <SendBackForm
          post={post}
          busy={deciding.busy}
          error={deciding.errors['comment']}
          onClose={close}
          onSend={(comment) => void deciding.sendBack(post, comment).then((done) => done && close())}
        />
      )}
      {open === 'ask' && (
        <AskAgain
          post={post}
          busy={deciding.busy}
          onClose={close}
          onAsk={(comment) => void deciding.askAgain(post, comment).then((done) => done && close())}
        />
      )}
      {open !== 'send-back' && open !== 'ask' && (
        <div className={styles.buttons}>
          {approves && own && (
            <Button
              leftSection={<Icon name="check" size={16} />}
              loading={deciding.busy || isOutOfDate}
              onClick={() => void deciding.approve([post])}
              aria-label={`Approve: ${title}`}
            >
              Approve
            </Button>
          )}
          {sendsBack && (
            <Button
              variant="default"
              leftSection={<Icon name="pencil" size={16} />}
              disabled={isOutOfDate}
              onClick={() => setOpen('send-back')}
              aria-label={`Send back: ${title}`}
            >
              Send back
            </Button>
          )}
          {onEdit && (
            <Button
              variant="default"
              leftSection={<Icon name="pencil" size={16} />}
              onClick={() => onEdit(post)}
              aria-label={`Edit: ${title}`}
            >
              Edit
            </Button>
          )}
          {!onEdit && mayEdit && state === 'sent-back' && (
            <Button
              component={Link}
              to={paths.editStream(post.stream_id, { item: post.item_id })}
              variant="default"
              leftSection={<Icon name="pencil" size={16} />}
              aria-label={`Edit: ${title}`}
            >
              Edit
            </Button>
          )}
          {mayAsk && state === 'sent-back' && (
            <Button
              leftSection={<Icon name="send" size={16} />}
              onClick={() => setOpen('ask')}
              aria-label={`Ask again: ${title}`}
            >
              Ask again
            </Button>
          )}
          {approves && !own && (
            <Button
              variant="default"
              leftSection={<Icon name="check" size={16} />}
              onClick={() => (onApprove ? onApprove(post) : setOpen('for-client'))}
              aria-label={`Approve for the client: ${title}`}
            >
              Approve for the client
            </Button>
          )}
          {state === 'approved' && discusses && (
            <Button
              variant="default"
              loading={deciding.busy}
              onClick={() => void deciding.withdraw(post)}
              aria-label={`Take the approval back: ${title}`}
            >
              Take the approval back
            </Button>
          )}
          {state === 'approved' && post.decided_at !== null && (
            <span className={styles.decided}>
              Approved{' '}
              {post.decided_by !== '' && (
                <>
                  by {post.decided_by}
                  {post.by_agency_password && <>, in a session whose password the agency set,</>}{' '}
                </>
              )}
              <When at={post.decided_at} form="short" within />
            </span>
          )}
        </div>
      )}
      {open === 'for-client' && (
        <ForClientDialog
          client={post.client}
          what={`“${title}”`}
          busy={deciding.busy}
          failure={deciding.failure}
          onClose={close}
          onApprove={(approvedHow) => void deciding.approve([post], approvedHow).then((done) => done && close())}
        />
      )}
    </article>
  );
}

/** Why a post is held, and what approving it would do. */
function Held({ post, own }: { post: ApprovalPost; own: boolean }) {
  if (post.state === 'sent-back')
    return (
      <>
        Its time has passed while it is being changed. Nothing goes out before{' '}
        {own ? 'you have approved it' : 'the client has approved it'}.
      </>
    );
  return (
    <>
      Its time has passed without {own ? 'your approval' : 'approval'}, so it was not published.
      {post.moves_to === null ? (
        ' Once approved, it waits until the agency sends it.'
      ) : (
        <>
          {' '}
          Approved now, it goes out <When at={post.moves_to} zone={post.timezone} within />.
        </>
      )}
    </>
  );
}

/** Moves to the next or the previous post of the page. */
function moveFocus(from: HTMLElement, step: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-post]')];
  cards[cards.indexOf(from) + step]?.focus();
}
