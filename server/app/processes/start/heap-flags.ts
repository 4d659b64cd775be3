/**
 * Node's flags for a worker and for a web process: the size of the young generation. Chunks of files that are being
 * sent stay in it until it is collected. By default V8 lets it grow to 32 MB, and a video of 20 MB took up to 82 MB
 * more than an idle process; with 8 MB it takes up to 40. A web process that receives a hundred pictures of 4 MB takes
 * 80 MB less. With much less (`small-heap.ts`) a busy worker spends a quarter of its time on collection (`npm run bench
 * -- video publishing`). NOTE `v8.setFlagsFromString` comes too late for this one, even from `--import`: the limit is
 * read when the heap is created.
 */
export const heapFlags: readonly string[] = ['--max-semi-space-size=8'];
