/**
 * Moves the focus to the first field of a form that has a message; does nothing without one. Call it after validation.
 */
export function showFirstProblem(form: HTMLFormElement): void {
  // The messages are in the document after the second render at the latest.
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      form
        .querySelector<HTMLElement>(
          `:is(input, select, textarea, button, [contenteditable], [tabindex])[aria-invalid="true"]`,
        )
        ?.focus(),
    ),
  );
}
