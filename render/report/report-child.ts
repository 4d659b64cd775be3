/** The process that writes one report: started by `writeReportApart`, ended by its last message. */
import type { ReportPlan, ReportWord } from './apart.ts';
import { writeReport } from './write-report.ts';

// The parent process has ended.
process.once('disconnect', () => process.exit());
process.once('message', (plan: ReportPlan) => {
  void write(plan);
});

async function write({ path, ...plan }: ReportPlan): Promise<void> {
  try {
    const written = await writeReport(path, {
      ...plan,
      signal: new AbortController().signal,
      sweep: () => {
        globalThis.gc?.();
      },
      onProgress: (share) => tell({ kind: 'progress', share }),
    });
    await tell({ kind: 'end', written, peakBytes: process.resourceUsage().maxRSS * 1024 });
  } catch (error) {
    await tell({ kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** Resolves once the message is sent. */
const tell = (word: ReportWord): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(word, undefined, {}, () => resolve());
    else resolve();
  });
