import { useState, type DragEvent } from 'react';
import { SheetRow } from './sheet-row.tsx';
import styles from './sheet-table.module.css';
import type { Sheet } from './use-sheet.ts';

/** The rows of the sheet. Files that are dropped on it become rows. */
export function SheetTable({ sheet }: { sheet: Sheet }) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={styles.sheet}
      role="presentation"
      inert={sheet.isPlanning}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        sheet.addFiles([...event.dataTransfer.files]);
      }}
    >
      <table aria-label="Posts to plan">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Media</th>
            <th scope="col">Caption</th>
            <th scope="col">Accounts</th>
            <th scope="col">When</th>
            <th scope="col">State</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((entry, index) => (
            <SheetRow key={entry.row.key} sheet={sheet} entry={entry} number={index + 1} />
          ))}
        </tbody>
      </table>
      <p className={styles.hint}>Drop files here, paste cells from a sheet, or press Enter in the last row</p>
    </div>
  );
}
