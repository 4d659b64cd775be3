const pacific = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
/** Long enough after midnight that a slightly wrong clock does not ask too early. */
const slackSeconds = 60;

/**
 * Seconds until quotas reset, at midnight in California. On the two nights when clocks change it is an hour off, and
 * the next refusal waits again.
 */
export function secondsToReset(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = pacific.format(now).split(':').map(Number);
  return 86_400 - (hours * 3600 + minutes * 60 + seconds) + slackSeconds;
}
