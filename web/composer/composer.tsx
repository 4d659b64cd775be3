import { Loader } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useCall } from '../api/queries.ts';
import { newUuid } from '../lib/uuid.ts';
import { fieldsLike } from '../lib/edited.ts';
import { findFormDraft, isFromHere } from '../lib/form-drafts.ts';
import { ownZone } from '../lib/when.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { openedIn, type Asked } from './address.ts';
import styles from './frame.module.css';
import { DraftEditor, type Start } from './draft-editor.tsx';
import { Frame } from './frame.tsx';
import { carriedIn, type Carried } from './open-composer.ts';
import { PlannedEditor } from './planned-editor.tsx';
import { blank, type Composed, type Post } from './post.ts';
import { PublishedPost } from './published-post.tsx';
import { formNameOf, savedOf } from './use-draft.ts';

type Props = {
  asked: Asked;
  onClose: () => void;
  /** Changes what the address asks for; without `isStep` Back leads to the page before. */
  onAsk: (asked: Asked, isStep: boolean, carried?: Carried) => void;
};

/** The window of a post: written, planned, or out. */
export function Composer({ asked, onClose, onAsk }: Props) {
  const state: unknown = useLocation().state;
  const [current, setCurrent] = useState(() => begun(asked, state));
  const isAskedAgain = asked.kind === 'new' && current.address !== addressOf(asked);
  if (isAskedAgain) setCurrent(begun(asked, state));
  else if (current.address !== addressOf(asked)) setCurrent({ ...current, address: addressOf(asked) });
  // A draft that was stored by this window keeps its editor.
  const isHeld = asked.kind === 'new' || (asked.kind === 'draft' && asked.id === current.id);
  const next = (clientId: string | null, accounts: readonly string[]) =>
    onAsk({ kind: 'new', clientId, at: null }, false, { accounts });
  const shared = {
    onClose,
    onOpenPost: (id: string) => onAsk({ kind: 'post', id }, true),
    onOpenDraft: (id: string) => onAsk({ kind: 'draft', id }, true),
  };
  if (!isHeld) return <Stored key={addressOf(asked)} asked={asked} {...shared} onNext={next} />;
  return (
    <DraftEditor
      key={current.key}
      start={current.start}
      {...shared}
      onStored={(id) => {
        setCurrent((before) => ({ ...before, id }));
        onAsk({ kind: 'draft', id }, false);
      }}
      onNext={next}
      onPlanned={() => setCurrent((before) => ({ ...before, id: '' }))}
    />
  );
}

/** A new post in this window: how it begins, the address it was asked by, and its draft's id once it is stored. */
const begun = (asked: Asked, state: unknown) => ({
  start: startOf(asked, state),
  address: addressOf(asked),
  key: newUuid(),
  id: '',
});

const addressOf = (asked: Asked): string => openedIn(new URLSearchParams(), asked).toString();

/** How a new post begins: with what the address and the page give, or with what was typed before a reload. */
function startOf(asked: Asked, state: unknown): Start {
  const carried = carriedIn(state);
  const kept = findFormDraft(formNameOf(null));
  const typed = kept !== null && isFromHere(kept) ? fieldsLike<Composed>(blank, kept.fields) : null;
  const isRestored = typed !== null && Object.keys(carried).length === 0;
  const clientId = asked.kind === 'new' ? asked.clientId : null;
  const at = asked.kind === 'new' ? asked.at : null;
  const composed = isRestored ? typed : { ...blank, ...carried };
  return {
    composed: {
      ...composed,
      clientId: clientId ?? composed.clientId,
      when: at === null ? composed.when : { date: at.slice(0, 10), time: at.slice(11) || '09:00', timezone: ownZone() },
    },
    saved: null,
    saveKey: newUuid(),
    isRestored,
  };
}

type StoredProps = Pick<Props, 'onClose'> & {
  asked: Exclude<Asked, { kind: 'new' }>;
  onNext: (clientId: string | null, accounts: readonly string[]) => void;
  onOpenPost: (id: string) => void;
  onOpenDraft: (id: string) => void;
};

/** A post that the server has. */
function Stored({ asked, onNext, ...shared }: StoredProps) {
  const input = asked.kind === 'draft' ? { draft_id: asked.id } : { occurrence_id: asked.id };
  const { data, error, refetch } = useCall('fetch-post', input, { passing: true, still: true });
  const [begun, setBegun] = useState<Start | null>(null);
  if (begun === null && data?.state === 'draft') setBegun(startOfDraft(data));
  if (!data)
    return (
      <Frame title="Post" onClose={shared.onClose} onFiles={null}>
        <div className={styles.waiting}>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Loader size="sm" role="img" aria-label="Loading" />
          )}
        </div>
      </Frame>
    );
  if (data.state === 'draft')
    return (
      begun && (
        <DraftEditor
          start={begun}
          {...shared}
          onStored={() => undefined}
          onNext={onNext}
          onPlanned={() => void refetch()}
        />
      )
    );
  return data.state === 'planned' ? (
    <PlannedEditor post={data} {...shared} onChanged={() => void refetch()} />
  ) : (
    <PublishedPost post={data} {...shared} />
  );
}

function startOfDraft(post: Post): Start {
  const saved = savedOf(post);
  const kept = saved && findFormDraft(formNameOf(saved.id));
  const typed =
    saved && kept && isFromHere(kept) && kept.version === saved.version
      ? fieldsLike<Composed>(blank, kept.fields)
      : null;
  return {
    composed: typed ?? saved?.composed ?? blank,
    saved,
    saveKey: newUuid(),
    isRestored: typed !== null,
  };
}
