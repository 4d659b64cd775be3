/**
 * Takes the person to the first field of a form that has a message; nothing where none has. Call it when the form has
 * been judged.
 */
export function showFirstProblem(form: HTMLFormElement): void {
  // The messages stand in the document by the second drawing at the latest.
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
