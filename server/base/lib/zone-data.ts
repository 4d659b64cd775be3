/** The version of the time-zone data that this process plans with, `'2026c'`: the one in Node's Intl. */
export const zoneDataVersion: string = process.versions.tz ?? '';
