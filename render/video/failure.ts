/** The ways in which a render can fail. */

/** A part of the project: a slide counted from 0, or the whole project. */
export type Location =
  | { kind: 'slide'; index: number }
  | { kind: 'music' }
  | { kind: 'logo' }
  | { kind: 'watermark' }
  | { kind: 'emoji' };

/** The kinds of a slide's files. */
export type Part = 'picture' | 'video' | 'speech' | 'sound';

/** Why there is no video. `step` and `tail` are for the log, `reason` for people. */
export type RenderFailure =
  | { kind: 'bad-media'; location: Location; part: Part; reason: string }
  | { kind: 'no-room' }
  | { kind: 'too-slow'; step: string; limitSeconds: number }
  | { kind: 'ffmpeg'; step: string; tail: string }
  | { kind: 'wrong-file'; problem: string }
  | { kind: 'cancelled' };

/** Carries a failure to the end of a render. */
export class RenderStop extends Error {
  readonly failure: RenderFailure;

  constructor(failure: RenderFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** A failure in a sentence for the video's owner. */
export function messageOf(failure: RenderFailure): string {
  switch (failure.kind) {
    case 'bad-media':
      return `${nameOf(failure.location, failure.part)} cannot be used: ${failure.reason}.`;
    case 'no-room':
      return 'There is no room left on the disk for this video.';
    case 'too-slow':
      return 'Making this video took too long.';
    case 'ffmpeg':
    case 'wrong-file':
      return 'The video could not be made. Please try again.';
    case 'cancelled':
      return 'Cancelled.';
    default:
      return failure satisfies never;
  }
}

function nameOf(location: Location, part: Part): string {
  switch (location.kind) {
    case 'slide':
      return `The ${part} of slide ${location.index + 1}`;
    case 'music':
    case 'logo':
    case 'watermark':
      return `The ${location.kind}`;
    case 'emoji':
      return 'The picture of an emoji';
    default:
      return location satisfies never;
  }
}
