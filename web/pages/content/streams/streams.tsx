import { ActionIcon, Button, Select, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { streamSorts, streamStates, type StreamState } from '#contract/base/list-options.ts';
import { streamTypes } from '#rules/eligibility.ts';
import { useSelection } from '../../../parts/bulk/use-selection.ts';
import { SelectableList } from '../../../parts/bulk/selectable-list.tsx';
import { DataTable, sortablesOf, type Column } from '../../../parts/lists/data-table.tsx';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import toolbar from '../../../parts/lists/toolbar.module.css';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useAction } from '../../../api/action.ts';
import { useList } from '../../../api/queries.ts';
import { sortingIn } from '../../../lib/sorting.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { counted } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { holdsFiles } from './stream-editor/check-file.ts';
import { Tags } from './stream-editor/tag-list.tsx';
import { BulkStreams } from './bulk-streams.tsx';
import { streamCount, streamTypeNames } from './counts.ts';
import { StreamThumbnails } from './stream-thumbnails.tsx';
import styles from './streams.module.css';

type Stream = Data<'fetch-streams'>['items'][number];

const filters = [
  { value: 'all', label: 'All' },
  ...streamTypes.map((value) => ({ value, label: streamTypeNames[value] })),
];

const stateNames: Readonly<Record<StreamState, string>> = { scheduled: 'Scheduled', 'not-scheduled': 'Not scheduled' };
const narrowing = ['type', 'state'];

const columns: readonly Column<Stream>[] = [
  { key: 'thumbnails', label: 'Thumbnails', cell: (stream) => <StreamThumbnails stream={stream} />, width: '140px' },
  {
    key: 'title',
    phone: 'name',
    label: 'Title',
    sort: { by: 'title', kind: 'name' },
    cell: ({ id, title, type, items }) => (
      <>
        <Text component={Link} to={paths.editStream(id)} fw={600} c="inherit">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {streamTypeNames[type]} · {counted(items, 'item')}
        </Text>
      </>
    ),
  },
  {
    key: 'description',
    label: 'Description',
    cell: ({ description }) => (
      <Text size="sm" c="dimmed" lineClamp={2}>
        {description}
      </Text>
    ),
    width: '30%',
  },
  { key: 'tags', isWide: true, label: 'Tags', cell: ({ tags }) => <Tags list={tags} />, width: '18%' },
  {
    key: 'created',
    phone: 'state',
    label: 'Created Date',
    sort: { by: 'created', kind: 'time', label: 'Created' },
    cell: ({ created }) => (
      <span className={styles.date}>
        <When at={created} form="short" />
      </span>
    ),
  },
];

/** /streams: every content stream of the agency. */
export default function Streams() {
  const address = useListAddress(narrowing);
  const { search, setSearch, filter, setFilter, isNarrowed, clear } = address;
  const sorting = sortingIn(address, { sorts: streamSorts, standard: '-created' });
  const type = filter('type', oneOf(streamTypes));
  const state = filter('state', oneOf(streamStates));
  const list = useList('fetch-streams', {
    ...(search ? { search } : {}),
    ...(type ? { type } : {}),
    ...(state ? { state } : {}),
    ...(sorting.value === sorting.standard ? {} : { sort: sorting.value }),
  });
  const remove = useAction('delete-stream');
  const selection = useSelection(list.items, ({ id }) => id);
  const total = list.first?.total;

  return (
    <Page
      title="Content Streams"
      heading="My Streams"
      count={total === undefined ? '' : streamCount(total)}
      action={
        <PageAction icon="plus" to={paths.createStream()}>
          Add Stream
        </PageAction>
      }
    >
      <Toolbar
        search={search}
        onSearch={setSearch}
        searchLabel="Search by title or type"
        filters={
          <div className={toolbar.filters}>
            <Select
              aria-label="Type"
              data={filters}
              value={type ?? 'all'}
              allowDeselect={false}
              onChange={(value) => setFilter('type', value === 'all' ? null : value)}
            />
            <Select
              aria-label="Schedule"
              placeholder="Scheduled or not"
              data={streamStates.map((value) => ({ value, label: stateNames[value] }))}
              value={state}
              clearable
              clearButtonProps={{ 'aria-label': 'Show scheduled ones and others' }}
              onChange={(value) => setFilter('state', value)}
            />
            <SortSelect sorting={sorting} sortables={sortablesOf(columns)} />
          </div>
        }
      />
      <SelectableList bar={<BulkStreams selection={selection} reread={list.retry} />}>
        {list.error && !list.first ? (
          <ErrorState error={list.error} onRetry={list.retry} />
        ) : (
          <DataTable
            label="Content streams"
            selection={selection}
            columns={columns}
            rows={list.items}
            rowKey={({ id }) => id}
            rowName={({ title }) => title}
            loading={list.loading}
            empty={
              isNarrowed ? (
                <EmptyState
                  icon="search"
                  text="No stream fits this search."
                  action={
                    <Button variant="default" onClick={clear}>
                      Clear filters
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  icon="stack-2"
                  text="You have not created any content stream yet. Click 'Add Stream' to create one"
                  action={
                    <Button component={Link} to={paths.createStream()}>
                      Add Stream
                    </Button>
                  }
                />
              )
            }
            actionsLabel="Action"
            rowActions={({ id, title, type: held }) => (
              <>
                <ActionIcon
                  component={Link}
                  to={paths.editStream(id)}
                  variant="subtle"
                  color="gray"
                  aria-label={`Edit ${title}`}
                >
                  <Icon name="pencil" />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`Delete ${title}`}
                  onClick={() =>
                    confirmDelete({
                      text: 'Do you want to delete this stream',
                      about: { name: title, of: 'stream', id, noun: holdsFiles(held) ? 'file' : 'text' },
                      onConfirm: () => remove.run({ id }),
                    })
                  }
                >
                  <Icon name="trash" />
                </ActionIcon>
              </>
            )}
            more={list}
            sorting={sorting}
          />
        )}
      </SelectableList>
    </Page>
  );
}
