/** Fixtures of the tests of saved businesses. */
import type { Input } from '#contract/index.ts';
import type { TestPerson, TestServer } from '../../app/testing/server.ts';

type Business = Input<'add-prospects'>['businesses'][number];

/** A business with this place and name, for which the map has every fact. */
export const aBusiness = (place: string, name: string): Business => ({
  place,
  name,
  address: 'Mill Lane 1, 12345 Leeds',
  site: 'https://mill.example/',
  phone: '+44 20 7946 0001',
  email: 'hello@mill.example',
  hours: 'Mo-Fr 08:00-18:00',
  latitude: 53.8,
  longitude: -1.55,
  page_url: `https://www.openstreetmap.org/${place}`,
});

let places = 0;

/** A business called `word`, in the list with that name, which is created if missing; answers their ids. */
export async function aProspect(
  server: TestServer,
  { owner, word }: { owner: TestPerson; word: string },
): Promise<{ prospects: string; prospect: string }> {
  const as = { as: owner };
  places += 1;
  const lists = await server.ask('fetch-prospect-lists', {}, as);
  const { id } =
    lists.find(({ name }) => name === word) ?? (await server.ask('save-prospect-list', { name: word }, as));
  await server.ask('add-prospects', { list_id: id, businesses: [aBusiness(`way/${places}`, word)] }, as);
  const { items } = await server.ask('fetch-prospects', { list_id: id }, as);
  return { prospects: id, prospect: items.at(-1)?.id ?? '' };
}
