/** JSON from outside, before anything walks it level by level. */

/** The most levels of lists and objects within each other that are read; our editors make fewer. */
export const mostLevels = 64;

const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether a JSON text has more levels than are read. Looks at each character once, and does not ask if it is JSON. */
export function isNestedTooDeep(json: string): boolean {
  let levels = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at + 1);
    else if (code === openList || code === openObject) levels += 1;
    else if (code === closeList || code === closeObject) levels -= 1;
    if (levels > mostLevels) return true;
  }
  return false;
}

/** Where the quotation mark stands that ends a text; the end of the JSON if there is none. */
function endOfText(json: string, from: number): number {
  for (let at = from; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return json.length;
}

/** The value of a JSON text; undefined if it cannot be read or is nested more deeply than `mostLevels`. */
export function readJson(json: string): unknown {
  if (isNestedTooDeep(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
