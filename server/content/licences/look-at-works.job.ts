import { jobs } from '../../base/jobs.ts';
import { lookAgain } from './look.ts';

/** Between two pages, so that no site is asked more often than a person would. */
const gapMs = 1_000;

/** Once a night: looks whether the works that agencies use are still offered. */
export const lookAtWorks = jobs.lookAtWorks.handledBy(
  (services) =>
    (_data, { signal }) =>
      lookAgain(services, { gapMs, signal }),
);
