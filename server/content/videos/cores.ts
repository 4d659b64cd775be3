/** How many renders run in this process. */
let underWay = 0;

/**
 * Works with the number of ffmpeg processes that a render may run at once: two if it is alone, one if another render of
 * this process is running, so that posts stay on time (`npm run bench -- publishing`).
 */
export async function withCores<Result>(work: (jobs: number) => Promise<Result>): Promise<Result> {
  underWay += 1;
  try {
    return await work(underWay > 1 ? 1 : 2);
  } finally {
    underWay -= 1;
  }
}
