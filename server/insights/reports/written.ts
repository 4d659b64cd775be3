import { z } from 'zod';
import { sectionChoice, type Report } from '#contract/insights/reports.ts';
import type { Tx } from '#db/database.ts';
import { completeSections, sectionsAnew, type SectionChoice } from '#rules/reports.ts';
import { findEarlierSections, findWritten } from './queries.ts';

type Key = { agencyId: string; clientId: string; month: string };

const choices = z.array(sectionChoice);

/** Stored sections; invalid ones count as not chosen. */
function chosen(stored: unknown): SectionChoice[] {
  const parsed = choices.safeParse(stored);
  return completeSections(parsed.success ? parsed.data : []);
}

/**
 * The texts that a person wrote into a report. A report without such texts has the sections of the client's previous
 * report, except profit.
 */
export async function writtenOf(tx: Tx, key: Key): Promise<Pick<Report, 'introduction' | 'closing' | 'sections'>> {
  const own = await findWritten(tx, key);
  if (own !== undefined)
    return { introduction: own.introduction, closing: own.closing, sections: chosen(own.sections) };
  const earlier = await findEarlierSections(tx, key);
  return { introduction: '', closing: '', sections: sectionsAnew(chosen(earlier?.sections)) };
}
