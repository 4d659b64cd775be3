import { Text } from '@mantine/core';
import { plainTextOf } from '#rules/captions.ts';
import { counted } from '../../../../../lib/words.ts';
import type { ImportedText, RowProblem } from './csv.ts';
import styles from './import.module.css';

/** How many rows and problems are shown, and how much of each text. */
const shown = { rows: 20, characters: 300 };

type Props = { texts: readonly ImportedText[]; problems: readonly RowProblem[]; formatted: boolean };

/** The texts of a file, and the rows that will not be imported. */
export function ImportPreview({ texts, problems, formatted }: Props) {
  return (
    <section aria-label="Preview" className={styles.preview}>
      <Text fw={600} size="sm" role="status">
        {counted(texts.length, 'text')} can be added
        {problems.length > 0 && `, ${counted(problems.length, 'row')} cannot`}
      </Text>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.slice(0, shown.rows).map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
          {problems.length > shown.rows && <li>and {problems.length - shown.rows} more</li>}
        </ul>
      )}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Texts of the file">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Title</th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {texts.slice(0, shown.rows).map(({ row, title, value }) => (
              <tr key={row}>
                <td>{row}</td>
                <td>{title}</td>
                <td>{(formatted ? plainTextOf(value) : value).slice(0, shown.characters)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {texts.length > shown.rows && (
        <Text size="sm" c="dimmed">
          and {counted(texts.length - shown.rows, 'more text', 'more texts')}
        </Text>
      )}
    </section>
  );
}
