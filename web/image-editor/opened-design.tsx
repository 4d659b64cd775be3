import { Alert, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { emptyDesign, type Design } from '#rules/design/design.ts';
import { useCall } from '../api/queries.ts';
import { loadPart } from '../lib/load-code.ts';
import { deleteFormDraft, findFormDraft, isOpenElsewhere } from '../lib/form-drafts.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { Skeletons } from '../parts/states/skeletons.tsx';
import { openMaterials, type Materials } from './document/materials.ts';
import type { Saved } from './document/saving.ts';
import { ImageEditor } from './image-editor.tsx';
import { formNameOf } from './use-autosave.ts';

/** The code that reads stored designs, which a new design does not need. */
const loadReading = () => loadPart(() => import('#contract/content/designs-document.ts'));

type Props = {
  id: string | null;
  typefaces: Data<'fetch-typefaces'>;
  /** Receives the name of a stored design, '' until it is loaded. */
  onOpened: (name: string) => void;
};

/** The editor on a new design or, with an id, on a stored one. */
export function OpenedDesign({ id, typefaces, onOpened }: Props) {
  // Opened once: fonts added later are merged in, and everything already drawn stays.
  const [materials] = useState(() => openMaterials(typefaces));
  return id === null ? (
    <Opened key="new" materials={materials} {...aNewDesign()} notice="" />
  ) : (
    <Stored key={id} id={id} materials={materials} onOpened={onOpened} />
  );
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const newName = (): string =>
  `design_${Array.from(crypto.getRandomValues(new Uint8Array(7)), (byte) => letters[byte % letters.length]).join('')}`;
const aNewDesign = () => ({ saved: { id: null, revision: null, name: newName() }, design: emptyDesign });

/** A saved design, opened as far as it can be read. */
function Stored({ id, materials, onOpened }: Pick<Props, 'onOpened'> & { id: string; materials: Materials }) {
  const found = useCall('fetch-thumbnails', { id }, { still: true, passing: true });
  const [first, setFirst] = useState<{ saved: Saved; design: Design; notice: string } | null>(null);
  const item = found.data?.items[0];
  const name = item?.name ?? '';
  useEffect(() => onOpened(name), [name, onOpened]);
  useEffect(() => {
    void loadReading(); // in parallel with the call, not after it
  }, []);
  useEffect(() => {
    if (item === undefined) return;
    let left = false;
    void loadReading().then(({ openDesign }) => {
      if (left) return;
      const opened = openDesign(parsed(item.data ?? ''));
      const read = {
        saved: { id, revision: item.revision, name: item.name },
        design: opened.design,
        notice: opened.isBroken
          ? 'This image can no longer be read. Saving it replaces it with the empty canvas.'
          : opened.lostLayers > 0
            ? `${opened.lostLayers} of its layers cannot be read and are missing.`
            : '',
      };
      setFirst((before) => before ?? read);
    });
    return () => {
      left = true;
    };
  }, [id, item]);
  if (first) return <Opened materials={materials} {...first} />;
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return <Skeletons rows={5} kind="form" />;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // treated as an unreadable design
  }
}

type OpenedProps = { materials: Materials; saved: Saved; design: Design; notice: string };

/** The editor; with unsaved changes from last time, if there are any. */
function Opened({ materials, saved: given, design: stored, notice }: OpenedProps) {
  const [{ saved, design: first }] = useState({ saved: given, design: stored });
  const formName = formNameOf(saved.id);
  const [draft, setDraft] = useState<{ design: Design; name: string } | null>(null);
  const [isChosen, choose] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let left = false;
    const kept = findFormDraft(formName);
    const isOfThis = kept !== null && (saved.revision === null || kept.version === String(saved.revision));
    if (kept === null || !isOfThis) return;
    void Promise.all([isOpenElsewhere(kept), loadReading()]).then(([isElsewhere, { openDesign }]) => {
      if (left || isElsewhere) return;
      const { fields } = kept;
      if (typeof fields !== 'object' || fields === null || !('design' in fields)) return;
      const { design, isBroken } = openDesign(fields.design);
      const name = 'name' in fields && typeof fields.name === 'string' ? fields.name : saved.name;
      if (!isBroken) setDraft({ design, name });
    });
    return () => {
      left = true;
    };
  }, [formName, saved]);
  const start =
    isChosen && draft ? { ...draft, isChanged: true } : { design: first, name: saved.name, isChanged: false };
  return (
    <>
      {draft && !isChosen && (
        <Alert color="blue" role="status" title="You have changes that were not saved" mb="sm">
          <Button
            size="compact-sm"
            mr="xs"
            onClick={() => {
              choose(true);
              setRound(round + 1);
            }}
          >
            Bring them back
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              deleteFormDraft(formName);
              setDraft(null);
            }}
          >
            Discard them
          </Button>
        </Alert>
      )}
      <ImageEditor key={round} start={start} saved={saved} materials={materials} notice={notice} />
    </>
  );
}
