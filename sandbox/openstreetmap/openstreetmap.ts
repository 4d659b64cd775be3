/** Simulates Nominatim and Overpass: every town but `Nowhere` is found, and has thirty made-up businesses. */
import type { Context } from '../context.ts';
import { json, raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import names from './businesses.json' with { type: 'json' };

const businesses = 30;

/** Answers `/search` (Nominatim) and `/api/interpreter` (Overpass), by their documentation. */
export async function openstreetmap(context: Context, call: Call): Promise<Reply> {
  // Nominatim's policy: clients without a user agent of their own are blocked.
  if ((call.headers['user-agent'] ?? '') === '')
    return raw(403, { type: 'text/html', body: '<h1>Access blocked</h1>' });
  if (call.path === '/search') return search(call);
  if (call.path === '/api/interpreter') return interpret(context, call);
  return json(404, { error: 'Not found' });
}

function search({ query }: Call): Reply {
  const town = (query.get('q') ?? '').trim();
  if (town === '') return json(400, { error: { code: 400, message: 'Nothing to search for.' } });
  if (town.toLowerCase() === 'nowhere') return json(200, []);
  if (town.toLowerCase() === 'busy town')
    return raw(429, { type: 'text/html', body: '<h1>Bandwidth limit exceeded</h1>', headers: { 'retry-after': '60' } });
  return json(200, [
    {
      place_id: 1,
      licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
      lat: '51.5',
      lon: '-0.12',
      addresstype: 'city',
      display_name: `${town}, Sandbox`,
      boundingbox: ['51.4', '51.6', '-0.3', '0.1'],
    },
  ]);
}

function interpret({ publicUrl }: Context, { query }: Call): Reply {
  const asked = query.get('data') ?? '';
  if (!/^\[out:json\]\[timeout:\d+\];nwr.+out center \d+;$/.test(asked))
    return raw(400, { type: 'text/html', body: '<p>Error: line 1: parse error</p>' });
  const elements = Array.from({ length: businesses }, (_, at) => ({
    type: at % 5 === 4 ? 'way' : 'node',
    id: 1000 + at,
    ...(at % 5 === 4
      ? { center: { lat: 51.5 + at / 1000, lon: -0.12 } }
      : { lat: 51.5 + at / 1000, lon: -0.12 + at / 1000 }),
    tags: {
      name: `${names[at % names.length] ?? ''} ${Math.floor(at / names.length) + 1}`,
      'addr:street': 'Sample Street',
      'addr:housenumber': String(at + 1),
      'addr:postcode': '12345',
      'addr:city': 'Sandbox',
      // For many businesses the map has no site, no phone and no hours.
      ...(at % 3 === 0 ? { website: `${publicUrl}/t.me/` } : {}),
      ...(at % 2 === 0 ? { phone: `+44 20 7946 ${String(at).padStart(4, '0')}` } : {}),
      ...(at % 4 === 0 ? { opening_hours: 'Mo-Fr 08:00-18:00; Sa 09:00-13:00', email: `hello${at}@example.com` } : {}),
    },
  }));
  return json(200, { version: 0.6, generator: 'Overpass API', elements });
}
