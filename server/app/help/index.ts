export { helpCalls } from './calls.ts';
export { siteHelpCalls } from './site-calls.ts';
export { picturePath } from './catalogue.ts';
export { addArticle, listArticles, removeArticle, withdrawArticle } from './operator.ts';
export { listRatings, listSearches, oldRatings, oldSearches } from './queries.ts';
export { shownTutorial, tutorialCalls } from './tutorial-calls.ts';
export { tutorialPath } from './tutorials.ts';
