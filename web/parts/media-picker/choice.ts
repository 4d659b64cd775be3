/** The props of one result: the result, and its state. */
export type Choice<Result> = { result: Result; onPick: () => void; isPicked: boolean; isTaking: boolean };
