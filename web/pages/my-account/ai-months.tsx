import type { AiMonth } from '#contract/ai.ts';
import { sayMonth } from '../../lib/dates.ts';
import { dollars } from '../../parts/ai/cost-words.ts';
import { sayCount } from '../../lib/words.ts';
import styles from './connections.module.css';

/** What the AI was asked for, and what that has cost, month by month. */
export function AiMonths({ months }: { months: readonly AiMonth[] }) {
  return (
    <>
      <h3>Costs</h3>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label="Cost by month">
        <table className={styles.months} aria-label="AI costs">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Requests</th>
              <th scope="col">Tokens in</th>
              <th scope="col">Tokens out</th>
              <th scope="col">Estimated cost</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, requests, input_tokens: input, output_tokens: output, cost }) => (
              <tr key={month}>
                <td>{sayMonth(month)}</td>
                <td>{sayCount(requests)}</td>
                <td>{sayCount(input)}</td>
                <td>{sayCount(output)}</td>
                <td>{dollars(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
