import { Anchor, Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Data } from '#contract/index.ts';
import { byHandKinds } from '#rules/by-hand.ts';
import { networkNames } from '#rules/eligibility.ts';
import { withPicturesAt } from '#rules/pictures.ts';
import { useAction } from '../../api/action.ts';
import { useCall } from '../../api/queries.ts';
import { decisionNames } from '../deliveries/decisions.ts';
import { confirmDelete } from '../dialogs/dialogs.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { Failure } from '../states/failure.tsx';
import { Icon } from '../icons/icon.tsx';
import { NetworkIcon } from '../icons/network-icon.tsx';
import { SafeHtml } from '../display/safe-html.tsx';
import { Skeletons } from '../states/skeletons.tsx';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { CopyButton } from '../buttons/copy-button.tsx';
import styles from './post-by-hand.module.css';

type HandOver = Data<'fetch-hand-over'>;
/** What a person can report about a post that is published by hand. */
export type HandDecision = 'posted-by-hand' | 'leave-out';

type Props = {
  /** The delivery; null while the dialog is closed. */
  deliveryId: string | null;
  onClose: () => void;
  onDecided?: (deliveryId: string, decision: HandDecision) => void;
};

/**
 * Everything needed to post by hand: the words to copy, the media, the link to the network, and the report that it is
 * done.
 */
export function PostByHand({ deliveryId, onClose, onDecided }: Props) {
  const [last, setLast] = useState(deliveryId); // stays drawn while the dialog fades out
  if (deliveryId !== null && deliveryId !== last) setLast(deliveryId);
  return (
    <DialogFrame opened={deliveryId !== null} onClose={onClose} title="Post by hand" size="40rem" closesOutside={false}>
      {last !== null && (
        <Content
          key={last}
          deliveryId={last}
          onClose={onClose}
          onDecided={(decision) => {
            onClose();
            onDecided?.(last, decision);
          }}
        />
      )}
    </DialogFrame>
  );
}

type ContentProps = { deliveryId: string; onClose: () => void; onDecided: (decision: HandDecision) => void };

function Content({ deliveryId, onClose, onDecided }: ContentProps) {
  const { data, error, refetch } = useCall('fetch-hand-over', { delivery_id: deliveryId });
  if (data) return <Hand post={data} deliveryId={deliveryId} onClose={onClose} onDecided={onDecided} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons rows={3} kind="table" />;
}

function Hand({ post, ...rest }: ContentProps & { post: HandOver }) {
  return (
    <>
      <p className={styles.head}>
        <NetworkIcon network={post.network} size={32} labelled={false} />
        <span>
          <b>{post.username || networkNames[post.network]}</b>
          <br />
          {networkNames[post.network]} · {post.client}
        </span>
      </p>
      {post.is_open ? <Steps post={post} {...rest} /> : <Over title={post.title} onClose={rest.onClose} />}
    </>
  );
}

/** Somebody else was faster, or the link in an older mail was opened. */
const Over = ({ title, onClose }: { title: string; onClose: () => void }) => (
  <>
    <p className={styles.over}>
      <Icon name="info-circle" size={20} />
      <span>“{title}” does not wait to be posted by hand any more.</span>
    </p>
    <div className={styles.end}>
      <Button variant="default" h={40} onClick={onClose}>
        Close
      </Button>
    </div>
  </>
);

function Steps({ post, deliveryId, onDecided, onClose }: ContentProps & { post: HandOver }) {
  const networkName =
    post.network === 'medium' || post.network === 'facebook' ? byHandKinds[post.network] : networkNames[post.network];
  return (
    <ol className={styles.steps}>
      <Step name={post.media ? 'Get the text and the media' : 'Copy the text'}>
        {post.paste_title !== '' && (
          <Part label="Title" action={<CopyButton what={{ text: post.paste_title }}>Copy title</CopyButton>}>
            <p className={styles.paste}>{post.paste_title}</p>
          </Part>
        )}
        {post.text !== '' && (
          <Part
            label="Text"
            action={
              <CopyButton what={{ text: post.text, html: post.html && withPicturesAt(post.html, location.origin) }}>
                Copy text
              </CopyButton>
            }
          >
            <div className={styles.paste} tabIndex={0} role="group" aria-label="Text">
              {post.html === null ? post.text : <SafeHtml html={post.html} className={styles.html ?? ''} />}
            </div>
          </Part>
        )}
        {post.media && (
          <Part
            label={post.media.kind === 'video' ? 'Video' : 'Picture'}
            action={
              <Button
                component="a"
                href={post.media.url}
                download={post.media.file_name}
                size="compact-md"
                variant="default"
                leftSection={<Icon name="download" size={16} />}
              >
                Download media
              </Button>
            }
          >
            {post.media.kind === 'image' && <img className={styles.picture} src={post.media.url} alt="" />}
          </Part>
        )}
      </Step>
      <Step name={`Publish it on ${networkNames[post.network]}`}>
        <Anchor href={post.link} target="_blank" rel="noopener noreferrer" className={styles.open}>
          <Icon name="external-link" size={18} />
          Open {networkName}
        </Anchor>
      </Step>
      <Step name="Mark it as done">
        <Done deliveryId={deliveryId} onDecided={onDecided} onClose={onClose} />
      </Step>
    </ol>
  );
}

const Step = ({ name, children }: { name: string; children: ReactNode }) => (
  <li>
    <h3>{name}</h3>
    {children}
  </li>
);

const Part = ({ label, action, children }: { label: string; action: ReactNode; children: ReactNode }) => (
  <div className={styles.part}>
    <div className={styles.partHead}>
      <span>{label}</span>
      {action}
    </div>
    {children}
  </div>
);

/** The last step: posted, with its address if known, or skipped. */
function Done({ deliveryId, onDecided }: ContentProps) {
  const [postUrl, setPostUrl] = useState('');
  const [chosen, setChosen] = useState<HandDecision | null>(null);
  const resolve = useAction('resolve-delivery');
  const say = async (decision: HandDecision): Promise<boolean> => {
    setChosen(decision);
    const url = postUrl.trim();
    const isDone = await resolve.run({
      delivery_id: deliveryId,
      decision,
      ...(decision === 'posted-by-hand' && url !== '' ? { post_url: url } : {}),
    });
    if (isDone) onDecided(decision);
    return isDone;
  };
  const leaveOut = () =>
    confirmDelete({
      text: 'This post will not be published.',
      confirm: decisionNames['leave-out'],
      onConfirm: () => say('leave-out'),
    });
  return (
    <form
      className={styles.done}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void say('posted-by-hand');
      }}
    >
      <TextInput
        label="Link of the post"
        description="If you have it; it is shown as the post's URL"
        type="url"
        placeholder="https://"
        value={postUrl}
        error={resolve.errors['post_url']}
        onChange={(event) => {
          setPostUrl(event.currentTarget.value);
          resolve.forget('post_url');
        }}
      />
      <Failure message={Object.keys(resolve.errors).length > 0 ? '' : resolve.failure} />
      <div className={styles.end}>
        <Button
          variant="default"
          h={40}
          loading={resolve.busy && chosen === 'leave-out'}
          disabled={resolve.busy}
          onClick={leaveOut}
        >
          {decisionNames['leave-out']}
        </Button>
        <SubmitButton
          busy={resolve.busy && chosen === 'posted-by-hand'}
          disabled={resolve.busy && chosen === 'leave-out'}
        >
          {decisionNames['posted-by-hand']}
        </SubmitButton>
      </div>
    </form>
  );
}
