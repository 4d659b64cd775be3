/** Fields for keys and for the passwords of other people do not attract the saved password of this site. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const field = 'web/parts/forms/password-field.tsx';

/** Where a person types the password of their own account here, which the browser may fill in. */
const ownPassword: readonly string[] = [
  'web/pages/people/auth/login.tsx',
  'web/pages/people/auth/my-account/password-form.tsx',
  'web/pages/selling/white-label/user-dialog.tsx',
  'web/parts/dialogs/expiry-dialog.tsx',
  'web/parts/dialogs/identity-dialog.tsx',
];

const pages = sourceFiles(['.ts', '.tsx']).filter(({ path }) => path.startsWith('web/') && !path.includes('.test.'));
const filesWith = (text: RegExp): string[] => pages.flatMap(({ path, text: code }) => (text.test(code) ? [path] : []));

test('every field whose text is hidden is a PasswordField, which attracts no saved password unless it says so', () => {
  assert.deepEqual(filesWith(/<PasswordInput\b|type=["']password["']/), [field]);
});

test('only fields for the own password of this site take the saved one', () => {
  assert.deepEqual(
    filesWith(/['"]current-password['"]/)
      .filter((path) => path !== field)
      .toSorted(),
    ownPassword,
  );
});
