import { DATA_COPIES_A_DAY, DATA_COPY_PATH, KEPT_RECORDS, KEPT_YEARS, type ownDataCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { OwnDataService } from './service.ts';

export const ownDataHandlers = (ownData: OwnDataService): Handlers<typeof ownDataCalls> => ({
  exportmydata: async (caller, { password, totp }) => {
    const { id, fileName, expiresAt } = await ownData.askForCopy(caller, {
      password,
      totp,
      mostADay: DATA_COPIES_A_DAY,
    });
    return { copyId: id, path: `${DATA_COPY_PATH}/${id}`, fileName, expiresAt: expiresAt.toISOString() };
  },

  previewdeletion: async ({ accountId }) => {
    const { obstacles, kept } = await ownData.preview(accountId);
    return {
      obstacle_list: obstacles.map(({ link, ...obstacle }) => ({
        ...obstacle,
        ...(link === undefined ? {} : { link }),
      })),
      kept_list: keptToWire(kept),
    };
  },

  deleteaccount: async (caller, { password, totp }) => {
    const { at, kept } = await ownData.erase(caller, { password, totp });
    return new Reply({ erasedAt: at.toISOString(), kept_list: keptToWire(kept) }, 'Your account is deleted.');
  },
});

type Kept = Awaited<ReturnType<OwnDataService['preview']>>['kept'];

const keptToWire = (kept: Kept) => KEPT_RECORDS.map((what) => ({ what, count: kept[what], years: KEPT_YEARS[what] }));
