/** Whether a text has the form of an e-mail address; the server checks more strictly. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim());

/** The message for the text in a required e-mail field; '' if it is valid. */
export function emailProblem(text: string): string {
  if (text.trim() === '') return 'Email is required';
  return looksLikeEmail(text) ? '' : 'Please enter a valid email';
}
