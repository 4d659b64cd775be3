import type { Report } from '#contract/reports.ts';

/** What a section is drawn from; with `leadsToPosts` each post leads to its story in the ledger. */
export type SectionProps = { report: Report; leadsToPosts: boolean };
