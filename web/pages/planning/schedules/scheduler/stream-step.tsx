import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../../../parts/states/empty-state.tsx';
import { useList } from '../../../../api/queries.ts';
import { counted } from '../../../../lib/words.ts';
import { streamTypeNames } from '../../../content/streams/counts.ts';
import { StreamThumbnails } from '../../../content/streams/stream-thumbnails.tsx';
import { paths } from '../../../../paths.ts';
import { Option } from './option.tsx';
import { OptionList } from './option-list.tsx';
import type { Choice } from './wizard-state.ts';

type Props = { chosen: Choice['stream']; onChoose: (stream: NonNullable<Choice['stream']>) => void };

/** Step 2: the content. A stream without items cannot be scheduled and says so. */
export function StreamStep({ chosen, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const list = useList('fetch-streams', search ? { search } : {});
  return (
    <OptionList
      label="Stream"
      list={list}
      search={{ value: search, onChange: setSearch, label: 'Search streams' }}
      empty={
        <EmptyState
          icon="stack-2"
          text="No Content Stream Created"
          action={
            <Button component={Link} to={paths.createStream()} variant="default">
              Add Stream
            </Button>
          }
        />
      }
      option={(stream) => (
        <Option
          key={stream.id}
          kind="radio"
          name="stream"
          checked={chosen?.id === stream.id}
          disabled={stream.items === 0}
          onChange={() => onChoose({ id: stream.id, title: stream.title, type: stream.type, items: stream.items })}
          picture={<StreamThumbnails stream={{ ...stream, thumbnails: stream.thumbnails.slice(0, 1) }} size={36} />}
          title={stream.title}
          hint={
            `${streamTypeNames[stream.type]} · ` +
            `${stream.items === 0 ? 'nothing to publish yet' : counted(stream.items, 'item')}`
          }
        />
      )}
    />
  );
}
