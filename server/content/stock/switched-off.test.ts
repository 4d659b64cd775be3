/** A file copied from a source no longer needs the source: designs, videos and posts are made while it is gone. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'vitest';
import { emptyDesign } from '#rules/design/design.ts';
import { newBackground } from '#rules/design/layers.ts';
import { openSources } from '#sources/open.ts';
import { copyPictures } from '../designs/copy-pictures.job.ts';
import { drawDesign } from '../designs/draw-design.job.ts';
import { aClock, aNetwork, aWorker } from '../../publishing/testing.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aClient } from '../../app/testing/server.ts';
import { copyClips } from '../videos/copy-clips.job.ts';
import { renderVideo } from '../videos/render-video.job.ts';
import { aSourcesServer } from './testing.ts';

test('a design is drawn, a video rendered and a post sent after their source was switched off', async () => {
  const { server, vendors } = await aSourcesServer({ on: ['pexels'] });
  const { ask, services } = server;
  const [result] = await ask('search-media', { keyword: 'sky', search_type: 'image' });
  assert.ok(result && 'thumb' in result);
  const source = result.image;
  const size = { width: 640, height: 360 };
  const design = { ...emptyDesign, ...size, layers: [newBackground('a', size, { source, size, name: 'Sky' })] };
  const { id: designId } = await ask('save-thumbnail', { name: 'Poster', data: JSON.stringify(design) });
  const tiles = [{ id: 'a', file_url: source, poster: result.thumb, duration: 1 }];
  const { id: videoId } = await ask('save-video', { name: 'Clip', tiles, type: 'render' });
  const [stream] = await ask('content-stream', { type: 'image', title: 'Skies', description: 'Skies' });
  const streamId = stream?.id ?? '';
  await ask('push-to-content-stream', { content_stream_id: streamId, url: source });

  const job = { signal: new AbortController().signal, jobId: '1', retryCount: 0 };
  await copyPictures(services)({ designId }, job);
  await copyClips(services)({ videoId }, job);
  await vendors.close();
  services.sources = openSources({ http: services.http, remotes: [] });

  const wanted = await ask('draw-design', { id: designId, ...size });
  await drawDesign(services)({ drawingId: wanted.id }, job);
  const drawn = await ask('fetch-drawing', { id: wanted.id });
  assert.deepEqual([drawn.state, drawn.message], ['ready', '']);

  await renderVideo(services)({ videoId }, job);
  const [video] = (await ask('fetch-videos', { id: videoId })).items;
  assert.deepEqual([video?.status, video?.failed, video?.message], ['6', '0', '']);

  const client = await aClient(server.db, server.owner);
  const account = await anAccount(server, client);
  const order = { user_client_id: client.id, content_stream_id: streamId, social_accounts: [account] };
  await ask('save-scheduler', { ...anOrder(order), schedule_date: '2026-11-23' });
  const { network, feed } = aNetwork();
  const sizes: number[] = [];
  const telegram: typeof network = {
    ...network,
    publish: async (content, ...rest) => {
      if (content.media !== null) sizes.push((await buffer(await content.media.open())).length);
      return network.publish(content, ...rest);
    },
  };
  const clock = aClock('2026-11-23T12:00:00Z');
  await aWorker(server.db, { networks: { telegram }, clock, files: filesOf(services) }).publishDue();
  assert.equal(feed.length, 1);
  assert.ok((sizes[0] ?? 0) > 1000, String(sizes));
});

const filesOf = ({ storage }: Awaited<ReturnType<typeof aSourcesServer>>['server']['services']) => ({
  storage,
  mediaUrl: (name: string) => `https://agency.example/files/${name}`,
});
