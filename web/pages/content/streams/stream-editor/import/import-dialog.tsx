import { Button, Checkbox, FileButton, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useAction } from '../../../../../api/action.ts';
import { DialogFrame } from '../../../../../parts/dialogs/dialog-frame.tsx';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import { notify } from '../../../../../parts/notices/notify.ts';
import { SubmitButton } from '../../../../../parts/buttons/submit-button.tsx';
import { counted, sayCount } from '../../../../../lib/words.ts';
import { inBatches } from '../bulk/reword.ts';
import {
  columnNames,
  decoded,
  guessedColumns,
  leftOut,
  limits,
  separators,
  tableOf,
  textsOf,
  type Columns,
  type ImportedText,
  type Separator,
  type Table,
} from './csv.ts';
import { ImportPreview } from './import-preview.tsx';

type Props = { opened: boolean; streamId: string; formatted: boolean; onClose: () => void };
type Chosen = { name: string; content: string; table: Table; columns: Columns };

/** The dialog that makes texts of a stream from a CSV file. */
export function ImportDialog({ opened, streamId, formatted, onClose }: Props) {
  const adding = useAdding(streamId);
  return (
    <DialogFrame
      opened={opened}
      onClose={() => {
        if (!adding.busy) onClose();
      }}
      title="Import from CSV"
      size="60rem"
      closesOutside={false}
    >
      <Import formatted={formatted} adding={adding} onClose={onClose} />
    </DialogFrame>
  );
}

function Import({ formatted, adding, onClose }: Pick<Props, 'formatted' | 'onClose'> & { adding: Adding }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState('');
  const take = async (file: File | null) => {
    if (file === null) return;
    setProblem('');
    setChosen(null);
    adding.forget();
    if (file.size > limits.bytes) return setProblem('Please choose a file of less than 10 MB');
    const content = decoded(new Uint8Array(await file.arrayBuffer()));
    const table = tableOf(content);
    if (table.rows.length === 0) return setProblem('There is no text in this file');
    setChosen({ name: file.name, content, table, columns: guessedColumns(table) });
  };
  const { texts, problems } = chosen ? textsOf(chosen.table, { columns: chosen.columns, formatted }) : nothing;
  const save = async () => {
    if (!(await adding.add(texts))) return;
    notify.success(`${counted(texts.length, 'text')} added`);
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (texts.length > 0 && !adding.busy) void save();
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A table with one text per row, as spreadsheets export it: with commas, semicolons or tabs between the columns.
        </Text>
        <Group gap="sm">
          <FileButton
            onChange={(file) => void take(file)}
            accept=".csv,.tsv,.txt,text/csv"
            inputProps={{ 'aria-label': 'CSV file' }}
          >
            {(props) => (
              <Button variant="default" leftSection={<Icon name="file-text" size={18} />} {...props}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Text size="sm">{chosen?.name}</Text>
        </Group>
        {problem !== '' && (
          <Text role="alert" size="sm" c="var(--bad-text)">
            {problem}
          </Text>
        )}
        {chosen && (
          <>
            <ColumnFields
              chosen={chosen}
              formatted={formatted}
              onChange={(columns) => {
                adding.forget();
                setChosen({ ...chosen, columns });
              }}
              onSeparate={(separator) => {
                adding.forget();
                const table = tableOf(chosen.content, separator);
                setChosen({ ...chosen, table, columns: guessedColumns(table) });
              }}
            />
            <LeftOut names={leftOut(chosen.table, chosen.columns)} />
            <ImportPreview texts={texts} problems={problems} formatted={formatted} />
            {adding.added > 0 && (
              <div role="status">
                <Text size="sm">
                  {sayCount(adding.added)} of {counted(texts.length, 'text')} added
                  {adding.busy ? ' …' : '. Press the button to go on with the rest.'}
                </Text>
                <Progress value={(100 * adding.added) / texts.length} aria-label="Added texts" />
              </div>
            )}
            <Group justify="flex-end">
              <SubmitButton busy={adding.busy} disabled={texts.length === 0}>
                Import {counted(texts.length - adding.added, 'text')}
              </SubmitButton>
            </Group>
          </>
        )}
      </Stack>
    </form>
  );
}

const nothing: ReturnType<typeof textsOf> = { texts: [], problems: [] };

type ColumnProps = {
  chosen: Chosen;
  formatted: boolean;
  onChange: (columns: Columns) => void;
  onSeparate: (separator: Separator) => void;
};

const separatorNames: Readonly<Record<Separator, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
  '': 'None, each row is one text',
};

function ColumnFields({ chosen: { table, columns }, formatted, onChange, onSeparate }: ColumnProps) {
  const choices = columnNames(table, columns.hasNames).map((label, index) => ({ value: String(index), label }));
  return (
    <Stack gap="sm">
      <Checkbox
        label="The first row contains the column names"
        checked={columns.hasNames}
        onChange={(event) => onChange({ ...columns, hasNames: event.currentTarget.checked })}
      />
      <Group gap="md" grow preventGrowOverflow={false}>
        <Select
          label="Separator"
          data={separators.map((value) => ({ value, label: separatorNames[value] }))}
          value={table.separator}
          allowDeselect={false}
          onChange={(value) => {
            const separator = separators.find((each) => each === value);
            if (separator !== undefined) onSeparate(separator);
          }}
        />
        <Select
          label="Title"
          data={[{ value: '', label: 'No title' }, ...choices]}
          value={columns.title === null ? '' : String(columns.title)}
          allowDeselect={false}
          onChange={(value) => onChange({ ...columns, title: value ? Number(value) : null })}
        />
        <Select
          label="Text"
          data={choices}
          value={String(columns.text)}
          allowDeselect={false}
          onChange={(value) => onChange({ ...columns, text: Number(value) })}
        />
      </Group>
      {formatted && (
        <Checkbox
          label="The texts are written in HTML"
          checked={columns.isHtml}
          onChange={(event) => onChange({ ...columns, isHtml: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

type Adding = {
  busy: boolean;
  /** How many of the texts have already been added; another `add` continues after them. */ added: number;
  add: (texts: readonly ImportedText[]) => Promise<boolean>;
  forget: () => void;
};

function useAdding(streamId: string): Adding {
  const [added, setAdded] = useState(0);
  const [busy, setBusy] = useState(false);
  const count = useRef(0);
  const save = useAction('text-stream', { quiet: true });
  const set = (number: number) => {
    count.current = number;
    setAdded(number);
  };
  return {
    busy,
    added,
    add: async (texts) => {
      setBusy(true);
      let isDone = true;
      for (const part of inBatches(texts.slice(count.current), ({ title, value }) => title.length + value.length)) {
        const description = JSON.stringify(part.map(({ title, value }) => ({ title, value })));
        isDone = await save.run({ content_stream_id: streamId, description });
        if (!isDone) break;
        set(count.current + part.length);
      }
      setBusy(false);
      if (isDone) set(0);
      return isDone;
    },
    forget: () => set(0),
  };
}

/** Names the columns that are not imported. */
function LeftOut({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Text size="sm" role="status">
      Not imported: {names.length === 1 ? 'the column' : 'the columns'} {new Intl.ListFormat('en-GB').format(names)}.
    </Text>
  );
}
