import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';
import type { Data } from '#contract/index.ts';
import { videoProject } from '#contract/content/videos.ts';
import { useCall } from '../../../api/queries.ts';
import { findFormDraft } from '../../../lib/form-drafts.ts';
import { Page } from '../../../parts/page/page.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { paths } from '../../../paths.ts';
import { useBrand } from '../../../theme/brand.ts';
import { formNameOf } from '../../../video-creator/autosave.ts';
import { documentOf, type VideoDocument } from '../../../video-creator/document.ts';
import { emptyDocument } from '../../../video-creator/edits.ts';
import { newProjectName, newTileId } from '../../../video-creator/new-id.ts';
import { VideoCreator } from '../../../video-creator/video-creator.tsx';

type Video = Data<'fetch-videos'>['items'][number];

/** `/create-video`: a new video or, with `id`, a saved one. */
export default function CreateVideo() {
  const id = useSearchParams()[0].get('id');
  const [opened, setOpened] = useState('');
  return (
    <Page
      title="Create Video"
      heading="Video Creator"
      thing={id === null || opened === '' ? undefined : opened}
      above={[{ label: 'My Contents', to: paths.contents() }]}
      wide
    >
      {id === null ? <NewVideo key="new" /> : <KnownVideo key={id} id={id} onOpened={setOpened} />}
    </Page>
  );
}

function NewVideo() {
  const { name } = useBrand();
  const [document] = useState(() => draftOf(null, null) ?? emptyDocument(newProjectName(name), newTileId()));
  return <VideoCreator document={document} selected={document.order[0] ?? ''} saved={null} />;
}

function KnownVideo({ id, onOpened }: { id: string; onOpened: (name: string) => void }) {
  const { data, error, refetch } = useCall('fetch-videos', { id }, { passing: true, still: true });
  const [video] = data?.items ?? [];
  const name = video?.name ?? '';
  useEffect(() => onOpened(name), [name, onOpened]);
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void refetch()}
        list={{ to: paths.contents(), name: 'Back to My Contents' }}
      />
    );
  if (video === undefined) return <Skeletons rows={5} kind="form" />;
  return <Opened video={video} />;
}

/** Opened once: later saves come from this editor itself. */
function Opened({ video }: { video: Video }) {
  const handedOver: unknown = useLocation().state;
  const [opened] = useState(() => ({
    document: openedDocument(video),
    saved: { id: video.id, revision: video.revision },
    speak: speaking.safeParse(handedOver).data?.speak ?? null,
  }));
  const { document, saved, speak } = opened;
  const selected = document.order.find((id) => document.tiles[id]?.is_selected) ?? document.order[0] ?? '';
  return <VideoCreator document={document} selected={selected} saved={saved} speak={speak} />;
}

/** What a page that links here may pass on. */
const speaking = z.object({ speak: z.object({ language: z.string(), voice: z.string() }) });

function openedDocument({ id, revision, all_data: json, name, client_id }: Video): VideoDocument {
  const draft = draftOf(id, String(revision));
  if (draft !== null) return draft;
  const project: unknown = JSON.parse(json);
  return documentOf({ ...videoProject.parse(project), name, client_id });
}

const named = videoProject.extend({ name: z.string(), client_id: z.string().nullable() });

/**
 * Edits from this browser that had not reached the server when the page closed; null if there are none, or if they
 * belong to another revision.
 */
function draftOf(id: string | null, version: string | null): VideoDocument | null {
  const kept = findFormDraft(formNameOf(id));
  const project = kept?.version === version ? named.safeParse(kept.fields) : null;
  return project?.success ? documentOf(project.data) : null;
}
