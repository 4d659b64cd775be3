/** Uploads in pieces, for tests. */
import { createHash } from 'node:crypto';
import type { Sent } from '#contract/index.ts';
import { pieceAt } from '#rules/pieces.ts';
import { aPicture } from '../streams/testing.ts';
import type { TestPerson, TestServer } from '../../app/testing/server.ts';

type Target = Pick<Sent<'begin-upload'>, 'content_stream_id' | 'file_type' | 'sequence'>;

/** The announcement of a file before its first piece. */
export const announced = (
  name: string,
  bytes: Buffer,
): Pick<Sent<'begin-upload'>, 'file_name' | 'size_bytes' | 'sha256'> => ({
  file_name: name,
  size_bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Begins an upload; returns its id. */
export const begun = async (
  server: TestServer,
  { target, name, bytes, as = server.owner }: { target: Target; name: string; bytes: Buffer; as?: TestPerson },
): Promise<string> => (await server.ask('begin-upload', { ...target, ...announced(name, bytes) }, { as })).id;

/** Sends a piece of a file as the browser does. */
export const sendPiece = (
  server: TestServer,
  { id, bytes, number, as = server.owner }: { id: string; bytes: Buffer; number: number; as?: TestPerson },
) => {
  const { from, to } = pieceAt(number, bytes.length);
  const piece = { field: 'piece', name: 'piece', bytes: bytes.subarray(from, to) };
  return server.upload('upload-piece', { id, number: String(number) }, piece, { as });
};

/** A picture for the library whose only piece was received; returns the upload's id. */
export async function anUpload(server: TestServer, as: TestPerson): Promise<string> {
  const bytes = await aPicture('png', { width: 66, height: 48 });
  const id = await begun(server, { target: { file_type: 'image' }, name: 'photo.png', bytes, as });
  const reply = await sendPiece(server, { id, bytes, number: 0, as });
  if (!reply.status) throw new Error(reply.message);
  return id;
}

/** The id of a person's upload with all pieces received: the existing one, else a new one. */
export async function theUpload(server: TestServer, as: TestPerson): Promise<string> {
  const { rows } = await server.db.pool.query<{ id: string }>(
    `select upload_id::text as id from upload_pieces join uploads on uploads.id = upload_id
     where user_id = $1 and made_id is null limit 1`,
    [as.id],
  );
  return rows[0]?.id ?? anUpload(server, as);
}

/** A video of any length in bytes, padded by a box that players skip. */
export function madeLonger(video: Buffer, sizeBytes: number): Buffer {
  const box = Buffer.alloc(sizeBytes - video.length);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([video, box]);
}

/** A second of silence as WAV, whose header claims 4 GB. */
export function endlessWav(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(0xffffffff, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(0xffffffff, 40);
  return Buffer.concat([header, Buffer.alloc(16_000)]);
}
