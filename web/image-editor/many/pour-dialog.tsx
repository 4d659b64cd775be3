import { largestOf } from '#rules/numbers.ts';
import { Button, FileButton, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { mostOfBatch } from '#contract/content/batches.ts';
import type { Data } from '#contract/index.ts';
import type { TextLayer } from '#rules/design/design.ts';
import { tableOf } from '#rules/table-of-texts.ts';
import { useAction } from '../../api/action.ts';
import { call, CallError } from '../../api/call.ts';
import { useList } from '../../api/queries.ts';
import { DialogFrame } from '../../parts/dialogs/dialog-frame.tsx';
import { notify } from '../../parts/notices/notify.ts';
import { useEditorState } from '../context.ts';
import { layerName } from '../actions.ts';
import { BatchProgress } from './batch-progress.tsx';
import styles from './many.module.css';
import { IntoStream, type Into } from './stream-choice.tsx';

type Props = { design: { id: string; name: string }; onClose: () => void };

/** One design, many posts: each row of a table of texts becomes a picture in a stream. */
export function PourDialog({ design, onClose }: Props) {
  const { history } = useEditorState();
  const layers = history.design.layers.filter((layer): layer is TextLayer => layer.kind === 'text' && !layer.isHidden);
  const [batch, setBatch] = useState<string | null>(null);
  const [pasted, setPasted] = useState('');
  const [layerOfColumn, setLayerOfColumn] = useState<readonly (string | null)[]>(layers.map(({ id }) => id));
  const [into, setInto] = useState<Into>({ stream: null, title: design.name });
  const pour = useAction('pour-design', { onDone: ({ id }) => setBatch(id) });
  const rows = tableOf(pasted);
  const columns = Math.min(
    10,
    largestOf(
      rows.map((row) => row.length),
      0,
    ),
  );
  const isTooMuch = rows.length > mostOfBatch.texts;
  const start = () =>
    pour.run({
      id: design.id,
      rows: rows.map((row) => ({
        texts: Object.fromEntries(
          row.flatMap((text, at) => {
            const layerId = layerOfColumn[at];
            return typeof layerId === 'string' ? [[layerId, text] as const] : [];
          }),
        ),
      })),
      ...(into.stream === null ? { stream_title: into.title } : { content_stream_id: into.stream }),
    });
  return (
    <DialogFrame title="One post for each text" opened onClose={onClose}>
      {batch !== null ? (
        <BatchProgress id={batch} further={{ label: 'Make others', isNew: true, run: () => setBatch(null) }} />
      ) : layers.length === 0 ? (
        <p>This image has no text yet. Add one, and each row of a table takes its place.</p>
      ) : (
        <div className={styles.stack}>
          <Textarea
            label="Texts"
            description="One text per line, or a table with a column for each text of the image (a spreadsheet or CSV)."
            value={pasted}
            rows={6}
            onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          />
          <TextSources onTexts={setPasted} />
          {rows.length > 0 && (
            <Columns {...{ rows, columns, layers, layerOfColumn }} onAssign={(next) => setLayerOfColumn(next)} />
          )}
          {isTooMuch && <p role="alert">At most {mostOfBatch.texts} rows can be made at a time.</p>}
          <IntoStream into={into} onChange={setInto} />
          <Button
            loading={pour.busy}
            disabled={
              rows.length === 0 ||
              isTooMuch ||
              layerOfColumn.slice(0, columns).every((layerId) => layerId === null || layerId === undefined) ||
              (into.stream === null && into.title.trim() === '')
            }
            onClick={() => void start()}
          >
            {rows.length === 1 ? 'Make 1 picture' : `Make ${rows.length} pictures`}
          </Button>
        </div>
      )}
    </DialogFrame>
  );
}

/** Texts from a CSV file or a text stream. */
function TextSources({ onTexts }: { onTexts: (texts: string) => void }) {
  const streams = useList('fetch-streams', { type: 'text' });
  const take = async (id: string) => {
    try {
      const texts: string[] = [];
      for (let cursor: string | null = ''; cursor !== null && texts.length <= mostOfBatch.texts;) {
        const { data }: { data: Data<'fetch-stream'> } = await call('fetch-stream', {
          id,
          ...(cursor === '' ? {} : { cursor }),
        });
        for (const { description } of data.items) texts.push(`"${description.replaceAll('"', '""')}"`);
        cursor = data.next;
      }
      onTexts(texts.join('\n'));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.danger(error.message);
    }
  };
  return (
    <div className={styles.row}>
      <FileButton
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(file) => {
          if (file === null) return;
          if (file.size > 2_000_000) return notify.danger('Please choose a file under 2 MB');
          void file.text().then(onTexts);
        }}
      >
        {(props) => (
          <Button {...props} variant="default" size="compact-md">
            Open a CSV file
          </Button>
        )}
      </FileButton>
      <Select
        aria-label="Texts of a stream"
        placeholder={streams.items.length === 0 ? 'There is no text stream' : 'Take the texts of a stream'}
        disabled={streams.items.length === 0}
        data={streams.items.map(({ id, title }) => ({ value: id, label: title }))}
        value={null}
        onChange={(id) => id !== null && void take(id)}
      />
    </div>
  );
}

type ColumnProps = {
  rows: readonly string[][];
  columns: number;
  layers: readonly TextLayer[];
  layerOfColumn: readonly (string | null)[];
  onAssign: (layerOfColumn: (string | null)[]) => void;
};

/** Which column fills which text, above the first rows. */
function Columns({ rows, columns, layers, layerOfColumn, onAssign }: ColumnProps) {
  const numbers = Array.from({ length: columns }, (_, at) => at);
  return (
    <div className={styles.table} tabIndex={0} role="group" aria-label="The first rows">
      <table>
        <thead>
          <tr>
            {numbers.map((at) => (
              <th key={at} scope="col">
                <Select
                  aria-label={`Column ${at + 1} goes into`}
                  placeholder="Not used"
                  clearable
                  data={layers.map((layer) => ({ value: layer.id, label: layerName(layer) }))}
                  value={layerOfColumn[at] ?? null}
                  onChange={(layerId) =>
                    onAssign(numbers.map((each) => (each === at ? layerId : (layerOfColumn[each] ?? null))))
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 5).map((row, line) => (
            // eslint-disable-next-line react/no-array-index-key
            <tr key={line}>
              {numbers.map((at) => (
                <td key={at}>{row[at]?.slice(0, 120)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
