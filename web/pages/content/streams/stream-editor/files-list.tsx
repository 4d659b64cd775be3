import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { titleOf } from '#rules/titles.ts';
import { EmptyState } from '../../../../parts/states/empty-state.tsx';
import { useCall } from '../../../../api/queries.ts';
import { useChangeAddress } from '../../../../lib/use-change-address.ts';
import { useListAddress } from '../../../../lib/use-list-address.ts';
import { ChangeNote, type Change } from './change-note.tsx';
import { holdsFiles } from './check-file.ts';
import { FileDetails } from './file-details.tsx';
import { foundItems } from './found-items.ts';
import { ItemTable } from './item-table.tsx';
import { ListTools } from './list-tools.tsx';
import { MoreRows, type More } from './more-rows.tsx';
import { MoveTo, type Moving } from './move-to.tsx';
import { orderInWords } from './planned-words.ts';
import { useDeletion } from './use-deletion.ts';
import { useOrder } from './use-order.ts';
import { useWordsChanged } from './use-words-changed.ts';

type Item = Data<'fetch-stream'>['items'][number];

type Props = { stream: Data<'fetch-stream'>['stream']; items: readonly Item[]; more: More };

/**
 * The files or texts of a stream in order, which can be changed by drag or keyboard and undone. All of them are loaded,
 * page by page; only those in view are rendered. `item` in the address opens one of them.
 */
export function FilesList({ stream: { id: streamId, type, items: total }, items, more }: Props) {
  const { data: uses } = useCall('fetch-uses', { of: 'stream', id: streamId });
  const [edit, setEdit] = useState<Change | null>(null);
  const order = useOrder(items);
  const change = order.undo ? { words: orderInWords(uses), undo: order.undo } : edit;
  const changeAddress = useChangeAddress();
  const [params] = useSearchParams();
  const [openId, setOpenId] = useState(params.get('item'));
  const close = () => {
    setOpenId(null);
    if (params.has('item')) changeAddress(withoutItem, { replace: true, preventScrollReset: true });
  };
  const [moving, setMoving] = useState<Moving | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { search, setSearch } = useListAddress();
  const found = foundItems(order.items, search);
  const positions = found === order.items ? null : new Map(order.items.map(({ id }, index) => [id, index + 1]));
  const say = (next: Change) => {
    order.forget();
    setEdit(next);
  };
  const changed = useWordsChanged(say);
  const askToDelete = useDeletion({ streamId, items: order.items, uses, say });
  const chosen = order.items.filter(({ id }) => selected.has(id));

  const move = (from: number, to: number) => {
    setEdit(null);
    order.move(from, to);
  };
  const note = change && (
    <ChangeNote
      change={change}
      onClose={() => {
        order.forget();
        setEdit(null);
      }}
    />
  );
  if (items.length === 0)
    return (
      <>
        {note}
        <EmptyState icon={holdsFiles(type) ? 'photo' : 'file-text'} text="No Records Found" />
      </>
    );
  return (
    <>
      {note}
      <ListTools
        streamId={streamId}
        items={order.items}
        find={search}
        found={found}
        onFind={setSearch}
        selected={selected}
        chosen={chosen}
        onSelected={setSelected}
        onDelete={() => askToDelete(chosen)}
        say={say}
      />
      {found.length === 0 ? (
        <EmptyState icon="search" text="No item fits this search." />
      ) : (
        <ItemTable
          items={found}
          {...(positions === null ? { total } : { total: found.length, positionOf: (id) => positions.get(id) ?? 0 })}
          selected={selected}
          onSelected={setSelected}
          onMove={move}
          onMoveTo={(item, position) => setMoving({ id: item.id, name: titleOf(item), position })}
          onOpen={setOpenId}
          onDelete={(item) => askToDelete([item])}
          onDeleteKey={(item) => askToDelete(chosen.length > 0 ? chosen : [item])}
        />
      )}
      <MoreRows more={more} here={items.length} total={total} />
      <MoveTo moving={moving} count={order.items.length} onClose={() => setMoving(null)} onMove={move} />
      <FileDetails item={items.find(({ id }) => id === openId) ?? null} onClose={close} onChanged={changed} />
    </>
  );
}

function withoutItem(before: URLSearchParams): URLSearchParams {
  before.delete('item');
  return before;
}
