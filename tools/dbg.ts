import { startRealWordpress } from './real-wordpress.ts';
console.time('start');
const wp = await startRealWordpress();
console.timeEnd('start');
console.log(wp);
if ('url' in wp) { console.log(await wp.posts()); console.log((await fetch(wp.url)).headers.get('link')); await wp.stop(); }
