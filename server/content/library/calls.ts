import { messages } from '#contract/messages.ts';
import { outside, UserError, type Handlers } from '../../base/handlers.ts';
import { pageOfOrder, readOrderCursor } from '../../base/lists/list-order.ts';
import { titleOfFileName } from '../../base/lib/file-title.ts';
import { refuseByName } from '#rules/uploads.ts';
import { mediaOfType, nameOfPurpose, purposeOfType } from './upload-types.ts';
import { nameIn, findStored, keepFile, releaseFile, countStoredBytes, presentFile } from '../../base/files/index.ts';
import { countLibrary, libraryOrder, listLibrary, lockedUses } from './list-queries.ts';
import { presentEntry } from './present.ts';
import { usedBy } from './uses.ts';

/** Calls for an agency's files. */
export const libraryCalls = {
  'upload-file': outside(async ({ file_type: type }, { user, services, transaction, file, now, signal }) => {
    if (file === null) throw new UserError(messages.fileMissing, { status: 422 });
    const purpose = purposeOfType(type);
    const refusal = refuseByName(purpose, { fileName: nameOfPurpose[purpose], sizeBytes: file.sizeBytes });
    if (refusal !== null) throw new UserError(messages[refusal], { status: 413 });
    const row = await keepFile(
      { services, transaction },
      {
        agencyId: user.agencyId,
        userId: user.id,
        path: file.path,
        title: titleOfFileName(file.fileName),
        media: mediaOfType(type),
        now,
        signal,
      },
    );
    return { message: messages.uploaded, data: presentFile(row) };
  }),

  'download-file': async ({ url }, { user, tx }) => {
    const name = nameIn(url);
    const file = name === null ? undefined : await findStored(tx, { agencyId: user.agencyId, name });
    if (file === undefined) throw new UserError(messages.notFound, { status: 404 });
    const extension = file.name.split('.').at(-1) ?? '';
    return {
      message: '',
      data: null,
      download: {
        objectName: file.name,
        fileName: `${file.title === '' ? 'file' : file.title}.${extension}`,
        contentType: file.content_type,
      },
    };
  },

  'fetch-library': async ({ search = '', kind, used_in: usedIn, sort, cursor }, { user: { agencyId }, tx }) => {
    const filter = { agencyId, search, kind: kind ?? null, usedIn: usedIn ?? null };
    const order = libraryOrder(sort);
    const after = readOrderCursor(cursor, order);
    const { rows, next } = pageOfOrder(await listLibrary(tx, { ...filter, order, after }), order);
    return { message: '', data: { items: rows.map(presentEntry), next, total: await countLibrary(tx, filter) } };
  },

  'fetch-space': async (_input, { user: { agencyId }, services, tx }) => ({
    message: '',
    data: { used_bytes: await countStoredBytes(tx, agencyId), quota_bytes: services.config.uploadQuotaBytes },
  }),

  'delete-library-file': async ({ id }, { user: { agencyId }, tx }) => {
    const uses = await lockedUses(tx, { agencyId, id });
    if (uses === undefined) throw new UserError(messages.notFound, { status: 404 });
    if (uses.length > 0) throw new UserError(usedBy(uses), { status: 409, data: { uses } });
    await releaseFile(tx, { agencyId, id });
    return { message: messages.libraryFileDeleted, data: null };
  },
} satisfies Partial<Handlers>;
