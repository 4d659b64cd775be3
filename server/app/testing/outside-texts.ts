/** Every function that reads a text from outside piece by piece, with the pieces of which its worst cases are made. */
import { markdownOf } from '#networks/reddit/markdown.ts';
import { secondsIn } from '#networks/reddit/api.ts';
import { littleText } from '#networks/linkedin/little-text.ts';
import { chatAndTopicOf, typedChatOf } from '#networks/telegram/chat.ts';
import { compare } from '#networks/twitter/same.ts';
import { bodyOf, slugOf, uploadNameOf } from '#networks/wordpress/content.ts';
import { homeOf } from '#networks/wordpress/discovery.ts';
import { errorOf } from '#networks/wordpress/rest.ts';
import { decodeAnswer } from '#networks/wordpress/xml.ts';
import { failureOf } from '#networks/youtube/api.ts';
import { factsIn } from '#render/ffmpeg/media.ts';
import { wordsOf as layOutWords } from '#render/layout/text/words.ts';
import { plainAnswer } from '#rules/ai.ts';
import { downloadName } from '#rules/by-hand.ts';
import { composeCaption, cutText, lengthOf, lengthUnits, paragraphsOf, plainTextOf } from '#rules/captions.ts';
import { deviceOf } from '#rules/devices.ts';
import { hostIn } from '#rules/domains.ts';
import { iCalendarOf } from '#rules/icalendar.ts';
import { isNestedTooDeep } from '#rules/json.ts';
import { keepPictures, picturePath, picturesIn, withPicturesAt } from '#rules/pictures.ts';
import { tableOf } from '#rules/table-of-texts.ts';
import { deepestIn, withoutCutTag, withoutHidden } from '#rules/tags.ts';
import { isFileName, titleOf } from '#rules/titles.ts';
import { misreadIn, spokenText } from '#sources/voices/words.ts';
import { partsOf } from '#sources/voices/remote-speech.ts';
import { stemsOf } from '#sources/words.ts';
import { plainText } from '#sources/trends/text.ts';
import { readDetails } from '../../base/media/video.ts';
import { csvOf } from '../../base/lists/csv.ts';
import { titleOfFileName } from '../../base/lib/file-title.ts';
import { plainName } from '../../base/lib/plain-name.ts';
import { storableDocument, storableJson, storableLink } from '../../base/lib/storable.ts';
import { textsIn } from '../../content/ai/prompts.ts';
import { exchangedCredits, exchangedParagraphs } from '../../content/streams/credits.ts';
import { cleanFormatted } from '../../content/streams/formatted.ts';
import { newestIn, readPage } from '../../insights/prospects/read-page.ts';
import { videoIdOf } from '../../insights/trends/copy-video.ts';
import { htmlOf } from '../help/html.ts';
import { parseArticle } from '../help/parse.ts';
import { searchedWords, withoutNames } from '../help/without-names.ts';
import { dispositionOf } from '../http/downloads.ts';
import { parseHost } from '../http/hosts.ts';
import { describeError } from '../http/log.ts';

const tags = [
  '<',
  '>',
  '<a ',
  '<a href="',
  '<b>',
  '</b>',
  '</i>',
  '<ul>',
  '<li>',
  '<li><p>',
  '</p>',
  '<br ',
  '<img src="',
  '<!--',
  '-->',
  '<script',
  '<script>',
  '</script',
  '<style>',
  '&',
  '&#',
  '&amp',
  ' ',
  '\n',
  '\t',
  'x',
  '•',
  '"',
  '=',
];
const marks = [
  '>',
  '> ',
  '- ',
  '+ ',
  '* ',
  '1. ',
  '_a',
  '_*a',
  '**a',
  '`',
  '~~',
  '[',
  '](',
  '![',
  '[a]',
  '<b>',
  '</i>',
];
const moreMarks = [
  '|a',
  '|-',
  '\n',
  '\n\n',
  '#',
  '\t',
  '    ',
  '=',
  '&',
  '\\',
  'http://a',
  'a@b.',
  '<a ',
  '~~~\n',
  'x',
];
const words = [
  '1',
  '1,',
  ',',
  '.',
  '1.',
  'a',
  'A',
  'Ab',
  'a-',
  '-',
  '_',
  'a@',
  '@',
  '#a',
  'www.',
  'http://',
  'a.com',
  '/',
  'x',
  '$',
  '€1',
  '%',
  '+',
  ' ',
  '\n',
  '\t',
  '"',
  "'",
  '(',
  ')',
  ':',
  ';',
  '🇩',
  '👩\u200d',
  '\u0316\u0301',
  '\ud800',
];
const json = ['[', ']', '{', '}', '"', '\\', '\\u', '{"a":', ',', '\\"', '1', ' '];
const said = [
  'Stream #0:0',
  ': Video: ',
  ': Audio: ',
  'Video: ',
  ' 1x',
  ',12x',
  'Duration: ',
  '\n',
  '0',
  ' ',
  'Output #0\n',
];
const xml = [
  '<value>',
  '</value>',
  '<struct>',
  '<member>',
  '<a ',
  '<',
  '>',
  '&amp;',
  '&#1',
  '<![CDATA[',
  '<!--',
  ' ',
  'x',
];

const base = new URL('https://bakery.test/');
const picture = {
  kind: 'image',
  contentType: 'image/png',
  sizeBytes: 1,
  width: 1,
  height: 1,
  durationMs: null,
  publicUrl: '',
  open: () => Promise.reject(new Error('is not read')),
} as const;
const answer = (text: string) => ({ kind: 'answered', status: 400, headers: {}, url: base, text }) as const;
const tweet = { id: '1', attachments: { media_keys: [] }, entities: { urls: [] } };
const quietly = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null; // a refusal, which is an answer too
  }
};

/** Reads a text; `pieces` are what makes its worst cases. */
export type Reader = { name: string; run: (text: string) => unknown; pieces: readonly string[] };

const reader = (pieces: readonly string[], readers: Readonly<Record<string, Reader['run']>>): Reader[] =>
  Object.entries(readers).map(([name, run]) => ({ name, run: (text) => quietly(() => run(text)), pieces }));

/** The functions, each at the entry by which such a text reaches it. */
export const readers: readonly Reader[] = [
  ...reader(tags, {
    plainTextOf,
    withoutHidden,
    withoutCutTag,
    deepestIn,
    picturesIn,
    cleanFormatted,
    paragraphsOf,
    plainAnswer: (text) => plainAnswer(text, 20_000),
    withPicturesAt: (text) => withPicturesAt(text, 'https://a.test'),
    keepPictures: (text) => keepPictures(text, text),
    titleOf: (text) => titleOf({ title: '', description: text, description_format: 'formatted' }),
    exchangedParagraphs: (text) => exchangedParagraphs(text, { from: ['x'], to: ['y'] }),
    readPage: (text) => readPage(text, base),
    newestIn,
    'bodyOf (WordPress)': (text) =>
      bodyOf(
        { type: 'formatted', title: '', text, html: text, alt: '', media: null, pictures: [], marker: '' },
        { own: null, pictures: new Map() },
      ),
    'failureOf (YouTube)': (text) => failureOf(answer(JSON.stringify({ error: { message: text } }))),
    plainText,
  }),
  ...reader(marks.concat(moreMarks), { htmlOf, markdownOf, parseArticle: (text) => parseArticle('a.md', text) }),
  ...reader(words, {
    composeCaption: (text) => composeCaption({ title: text, text: `${text}\n${text}` }),
    ...Object.fromEntries(lengthUnits.map((unit) => [`lengthOf ${unit}`, (text: string) => lengthOf(text, unit)])),
    ...Object.fromEntries(
      lengthUnits.map((unit) => [`cutText ${unit}`, (text: string) => cutText(text, { limit: 5000, unit })]),
    ),
    isFileName,
    tableOf,
    iCalendarOf: (text) =>
      iCalendarOf({
        name: text,
        madeAt: new Date(0),
        entries: [{ uid: 'a', startsAt: new Date(0), minutes: 1, summary: text, description: text, url: '' }],
      }),
    picturePath,
    deviceOf,
    hostIn,
    downloadName: (text) => downloadName(text, text),
    misreadIn: (text) => misreadIn(text, { language: 'en', own: { SEO: 'S E O' } }),
    spokenText: (text) => spokenText(text, { language: 'en' }),
    partsOf: (text) => partsOf(text, 3000),
    stemsOf,
    layOutWords,
    littleText,
    chatAndTopicOf,
    typedChatOf,
    secondsIn,
    slugOf,
    uploadNameOf: (text) => uploadNameOf({ ...picture, fileName: text }, 'a'),
    homeOf,
    compare: (text) => compare({ ...tweet, text }, { text: `${text}x`, mediaId: '' }),
    csvOf: (text) => csvOf([[text, text]]),
    titleOfFileName,
    plainName,
    storableLink,
    videoIdOf,
    exchangedCredits: (text) => exchangedCredits(text, { from: ['x'], to: ['y'] }),
    withoutNames,
    searchedWords,
    dispositionOf,
    parseHost,
    describeError: (text) => describeError(new Error(text)),
  }),
  ...reader(json, {
    isNestedTooDeep,
    storableJson: (text) => storableJson({ text }),
    storableDocument: (text) => storableDocument({ text }),
    textsIn: (text) => textsIn(text, { task: 'caption', room: null }),
    'textsIn a fence': (text) => textsIn(`\`\`\`${text}`, { task: 'caption', room: null }),
    errorOf: (text) => errorOf(answer(text)),
  }),
  ...reader(['```', '`', ' ', 'json', 'x', '\n', '{'], {
    'textsIn fences': (text) => textsIn(text, { task: 'caption', room: null }),
  }),
  ...reader(xml, {
    decodeAnswer: (text) => decodeAnswer(`<methodResponse><params><param>${text}</param></params></methodResponse>`),
  }),
  ...reader(said, { factsIn: (text) => factsIn(text, 'mov'), readDetails }),
];
