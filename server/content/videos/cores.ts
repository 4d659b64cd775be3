/** How many renders run in this process. */
let underWay = 0;

/**
 * Works with the number of ffmpeg processes that a render may run side by side: two where it is alone, one where
 * another render of this process is under way, so that posts beside them stay on time (`npm run bench -- publishing`).
 */
export async function withCores<Result>(work: (jobs: number) => Promise<Result>): Promise<Result> {
  underWay += 1;
  try {
    return await work(underWay > 1 ? 1 : 2);
  } finally {
    underWay -= 1;
  }
}
