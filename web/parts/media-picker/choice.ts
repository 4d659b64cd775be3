/** What the part of one result gets: the result, and how it stands with it. */
export type Choice<Result> = { result: Result; onPick: () => void; isPicked: boolean; isTaking: boolean };
