import { Select } from '@mantine/core';
import { useState } from 'react';
import { type LibraryEntry } from '#contract/content/library.ts';
import { libraryKinds, librarySorts, libraryUses } from '#contract/base/list-options.ts';
import { useList } from '../../../api/queries.ts';
import { sortingIn, type Sortable } from '../../../lib/sorting.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { paths } from '../../../paths.ts';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import toolbar from '../../../parts/lists/toolbar.module.css';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { FileCard } from './file-card.tsx';
import { countedTotal } from '../../../lib/words.ts';
import styles from './library.module.css';
import { ReplaceDialog, type ToReplace } from './replace-dialog.tsx';
import { ReplacedNote, type Done } from './replaced-note.tsx';
import { Space } from './space.tsx';
import { LibraryUpload } from './library-upload.tsx';
import { PushDialog } from '../contents/push-dialog.tsx';

const kinds = { image: 'Images', video: 'Videos', audio: 'Music', document: 'Documents', font: 'Fonts' } as const;
const uses = {
  video: 'Used in videos',
  design: 'Used in images',
  stream: 'Used in content streams',
  kit: 'Used in brand kits',
  none: 'Not used',
} as const;
const all = 'all';
const sortables: readonly Sortable[] = [
  { by: 'created', label: 'Added', kind: 'time' },
  { by: 'title', label: 'Name', kind: 'name' },
  { by: 'size', label: 'Size', kind: 'size' },
];

/** /library: every file that the agency has uploaded, made or taken from a source. */
export default function Library() {
  const address = useListAddress(['kind', 'use']);
  const { search, setSearch, filter, setFilter, isNarrowed } = address;
  const sorting = sortingIn(address, { sorts: librarySorts, standard: '-created' });
  const kind = filter('kind', oneOf(libraryKinds));
  const use = filter('use', oneOf(libraryUses));
  const list = useList('fetch-library', {
    ...(search === '' ? {} : { search }),
    ...(kind ? { kind } : {}),
    ...(use ? { used_in: use } : {}),
    ...(sorting.value === sorting.standard ? {} : { sort: sorting.value }),
  });
  const [replacing, setReplacing] = useState<ToReplace | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [pushed, setPushed] = useState<LibraryEntry | null>(null);
  const { first } = list;
  return (
    <Page
      title="Media Library"
      above={[{ label: 'My Contents', to: paths.contents() }]}
      action={
        <PageAction icon="shield-lock" to={paths.licences()}>
          Licences
        </PageAction>
      }
      count={first === undefined ? '' : countedTotal(first.total, 'file')}
    >
      <Toolbar
        search={search}
        onSearch={setSearch}
        searchLabel="Search by name, author or source"
        filters={
          <div className={toolbar.filters}>
            <Select
              aria-label="Kind"
              data={[
                { value: all, label: 'All kinds' },
                ...libraryKinds.map((value) => ({ value, label: kinds[value] })),
              ]}
              value={kind ?? all}
              allowDeselect={false}
              onChange={(value) => setFilter('kind', value === all ? null : value)}
            />
            <Select
              aria-label="Use"
              data={[
                { value: all, label: 'Used or not' },
                ...libraryUses.map((value) => ({ value, label: uses[value] })),
              ]}
              value={use ?? all}
              allowDeselect={false}
              onChange={(value) => setFilter('use', value === all ? null : value)}
            />
            <SortSelect sorting={sorting} sortables={sortables} always />
          </div>
        }
      />
      <LibraryUpload />
      {done && <ReplacedNote done={done} onClose={() => setDone(null)} />}
      <Space />
      {list.error && !first ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : list.loading ? (
        <Skeletons rows={8} kind="cards" />
      ) : list.items.length === 0 ? (
        <EmptyState
          icon={isNarrowed ? 'search' : 'library-photo'}
          text={isNarrowed ? 'No file fits this search.' : 'You do not have any uploads'}
        />
      ) : (
        <ul className={styles.files}>
          {list.items.map((file) => (
            <li key={file.id}>
              <FileCard
                file={file}
                onPush={() => setPushed(file)}
                onReplace={(reason) => setReplacing({ file, reason })}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} mt={16} />
      {pushed !== null && (pushed.kind === 'image' || pushed.kind === 'video') && (
        <PushDialog
          kind={pushed.kind}
          contents={[
            {
              id: pushed.id,
              name: pushed.title,
              url: pushed.url,
              credits: pushed.licences.map(({ credit }) => credit).filter((line) => line !== ''),
            },
          ]}
          onPushed={() => {}}
          onClose={() => setPushed(null)}
        />
      )}
      <ReplaceDialog
        given={replacing}
        onClose={() => setReplacing(null)}
        onDone={(replaced) => {
          setReplacing(null);
          setDone(replaced);
        }}
      />
    </Page>
  );
}
