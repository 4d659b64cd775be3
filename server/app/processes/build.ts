import project from '../../../package.json' with { type: 'json' };

/** What runs, for the lines at the start of a process. */
export const ofBuild = { version: project.version, node: process.version } as const;
