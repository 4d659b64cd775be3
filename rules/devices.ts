/** Describes a browser's user agent in words that people know. */

/** The kind of device, for its icon. */
export const deviceKinds = ['computer', 'phone', 'tablet', 'other'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

// The order decides: most browsers also name the ones with which they want to be compatible.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string, DeviceKind][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b(?=.*\bMobile\b)/, 'an Android phone', 'phone'],
  [/\bAndroid\b/, 'an Android tablet', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
];

/** No browser's own text is longer. */
const mostCharacters = 1000;

/** `'Mozilla/5.0 (Windows NT 10.0; …) … Chrome/140 …' -> {device: 'Chrome on Windows', kind: 'computer'}`. */
export function deviceOf(sent: string): { device: string; kind: DeviceKind } {
  const userAgent = sent.slice(0, mostCharacters);
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [, system, kind = 'other'] = systems.find(([pattern]) => pattern.test(userAgent)) ?? [];
  if (browser !== undefined && system !== undefined) return { device: `${browser} on ${system}`, kind };
  if (browser !== undefined || system !== undefined) return { device: browser ?? `A browser on ${system ?? ''}`, kind };
  return { device: userAgent.trim() === '' ? 'An unknown device' : 'A program', kind };
}
