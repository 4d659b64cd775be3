/** Whether a text has the shape of an e-mail address; the server looks closer. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim());

/** What to say about what was typed into a required e-mail field; '' where nothing is wrong. */
export function emailProblem(text: string): string {
  if (text.trim() === '') return 'Email is required';
  return looksLikeEmail(text) ? '' : 'Please enter a valid email';
}
