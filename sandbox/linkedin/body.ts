import { contentType, type Call } from '../http/request.ts';
import { isJson, parseJson, type Json } from '../json.ts';
import { invalidBody, Refused } from './errors.ts';

/** A JSON body with only the named fields, those marked true present. Throws Refused with everything that is wrong. */
export function readJson(call: Call, fields: Readonly<Record<string, boolean>>, path = ''): Json {
  if (contentType(call) !== 'application/json') throw new Refused(415, '', 'Content-Type must be application/json');
  const body = parseJson(call.body.toString());
  if (!isJson(body)) throw new Refused(400, 'ILLEGAL_ARGUMENT', 'Request body could not be converted to data map');
  checkFields(body, fields, path);
  return body;
}

/** Throws Refused for unknown and missing fields of an object. */
export function checkFields(object: Json, fields: Readonly<Record<string, boolean>>, path: string): void {
  const unknown = Object.keys(object)
    .filter((each) => fields[each] === undefined)
    .map((each) => `${path}/${each} :: unrecognized field found but not allowed`);
  const missing = Object.keys(fields)
    .filter((each) => fields[each] === true && object[each] === undefined)
    .map((each) => `${path}/${each} :: field is required but not found and has no default value`);
  if (unknown.length + missing.length > 0) throw invalidBody([...unknown, ...missing]);
}
