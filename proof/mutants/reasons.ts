/** The mistakes that no test needs to notice, each with its reason. */
import type { Mistake } from './prepare.ts';
import type { Room } from './rooms.ts';
import unnoticed from './unnoticed.json' with { type: 'json' };

type Reason = { file: string; from: string; to: string; reason: string };
const reasons: readonly Reason[] = unnoticed;

const isOf = ({ file, from, to }: Reason, mistake: Mistake): boolean =>
  file === mistake.file && from === mistake.from && to === mistake.to;

/** The condition that row-level security makes as well. */
const ofAgency =
  /^(?:and )?(?:\w+\.)?agency_id = (?:\$\{[\w.]+\}|\$\d+)(?: and)?$|^\.where\('(?:\w+\.)?agency_id', '=', [\w.]+\)$/;

/** Why no test notices the mistake; undefined if the list does not say. */
export const reasonOf = (mistake: Mistake): string | undefined =>
  ofAgency.test(mistake.part)
    ? 'row-level security refuses the rows of other agencies'
    : reasons.find((reason) => isOf(reason, mistake))?.reason;

/** The reasons of a room for mistakes that a test notices, or that can no longer be made. */
export const unusedReasons = (room: Room, mistakes: readonly Mistake[]): Reason[] =>
  reasons.filter((reason) => room.sources.includes(reason.file) && !mistakes.some((mistake) => isOf(reason, mistake)));
