export { declareFigures } from './figures.ts';
export { postingWords } from './posting.ts';
export { answersIn, noFile, openWatch, type Watch } from './watch.ts';
