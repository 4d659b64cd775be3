import { jobs } from '../../base/jobs.ts';
import { lookAgain } from './look.ts';

/** Between two pages, so that no site gets more requests than a person would send. */
const gapMs = 1_000;

/** Once a night, checks whether the works that agencies use are still offered. */
export const lookAtWorks = jobs.lookAtWorks.handledBy(
  (services) =>
    (_data, { signal }) =>
      lookAgain(services, { gapMs, signal }),
);
