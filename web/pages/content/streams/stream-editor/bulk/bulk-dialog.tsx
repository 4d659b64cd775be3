import { Checkbox, NumberInput, Progress, Radio, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { DialogFrame } from '../../../../../parts/dialogs/dialog-frame.tsx';
import { SubmitButton } from '../../../../../parts/buttons/submit-button.tsx';
import { counted } from '../../../../../lib/words.ts';
import styles from './bulk.module.css';
import { BulkPreview } from './bulk-preview.tsx';
import { noEdit, reworded, type BulkEdit, type Reworded } from './reword.ts';
import type { Bulk, useBulk } from './use-bulk.ts';

type Item = Data<'fetch-stream'>['items'][number];

type Props = {
  /** The items to change; null while the dialog is closed. */
  items: readonly Item[] | null;
  bulk: ReturnType<typeof useBulk>;
  onClose: () => void;
  onDone: (done: Bulk, isWhole: boolean) => void;
};

/** The dialog that changes titles and descriptions of several items at once, beside a preview of the result. */
export function BulkDialog({ items, bulk, onClose, onDone }: Props) {
  const close = () => {
    if (bulk.sent === null) onClose();
  };
  return (
    <DialogFrame
      opened={items !== null}
      onClose={close}
      title={`Edit ${counted(items?.length ?? 0, 'item')}`}
      size="60rem"
      closesOutside={false}
    >
      {items && <Words items={items} bulk={bulk} onDone={onDone} />}
    </DialogFrame>
  );
}

const fields = [
  { value: 'title', label: 'Titles' },
  { value: 'description', label: 'Descriptions' },
  { value: 'both', label: 'Both' },
];

function Words({ items, bulk, onDone }: Omit<Props, 'items' | 'onClose'> & { items: readonly Item[] }) {
  const [edit, setEdit] = useState<BulkEdit>(noEdit);
  const [choice, setChoice] = useState<'follow' | 'keep'>('follow');
  const set = (part: Partial<BulkEdit>) => setEdit((before) => ({ ...before, ...part }));
  const changes = reworded(items, edit);
  const good = changes.filter(({ problem }) => problem === '');
  const save = async () => {
    const { done, isWhole } = await bulk.send(good.map(entryOf), choice);
    onDone(done, isWhole);
  };
  return (
    <form
      noValidate
      className={styles.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        if (good.length > 0 && bulk.sent === null) void save();
      }}
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label="What to change"
          data={fields}
          value={edit.field}
          onChange={(value) => set({ field: value === 'title' || value === 'description' ? value : 'both' })}
        />
        <TextInput
          label="Find"
          data-autofocus
          maxLength={300}
          value={edit.find}
          onChange={(event) => set({ find: event.currentTarget.value })}
        />
        <TextInput
          label="Replace with"
          maxLength={1000}
          value={edit.replace}
          onChange={(event) => set({ replace: event.currentTarget.value })}
        />
        <Checkbox
          label="Match case"
          checked={edit.matchCase}
          onChange={(event) => set({ matchCase: event.currentTarget.checked })}
        />
        <TextInput
          label="Add in front"
          description="{n} stands for the item’s number: “Tip {n}: ”"
          maxLength={1000}
          value={edit.before}
          onChange={(event) => set({ before: event.currentTarget.value })}
        />
        <TextInput
          label="Add at the end"
          maxLength={1000}
          value={edit.behind}
          onChange={(event) => set({ behind: event.currentTarget.value })}
        />
        <NumberInput
          label="Begin numbering at"
          min={0}
          max={1_000_000}
          allowDecimal={false}
          value={edit.firstNumber}
          onChange={(value) => set({ firstNumber: Number(value) || 0 })}
        />
        <Radio.Group
          label="Waiting posts"
          value={choice}
          onChange={(value) => setChoice(value === 'keep' ? 'keep' : 'follow')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="follow"
              label="They go out with the new words"
              description="Posts that a client has approved need approval again."
            />
            <Radio value="keep" label="They go out as planned" />
          </Stack>
        </Radio.Group>
        {bulk.sent !== null && (
          <div role="status">
            <Text size="sm">
              {counted(bulk.sent, 'item')} of {good.length} changed …
            </Text>
            <Progress value={(100 * bulk.sent) / good.length} aria-label="Changed items" />
          </div>
        )}
        <SubmitButton busy={bulk.sent !== null} disabled={good.length === 0}>
          {good.length === 0 ? 'Change' : `Change ${counted(good.length, 'item')}`}
        </SubmitButton>
      </Stack>
      <BulkPreview changes={changes} />
    </form>
  );
}

const entryOf = ({ item: { id, version }, title, description }: Reworded) => ({ id, title, description, version });
