import type { Report } from '#contract/insights/reports.ts';

/** The data of a section; with `leadsToPosts` each post links to its history in the ledger. */
export type SectionProps = { report: Report; leadsToPosts: boolean };
