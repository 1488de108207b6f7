import type { MyTrickDetails } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { levelsOf } from './chart-view.ts';

const t = ((key: string) => key) as TFunction;
const POSITION = { positionId: 7, symbol: 'SBIN', averagePrice: 600, stopLoss: 500, trailing: false };

const lines = (position: object) =>
  levelsOf([{ ...POSITION, ...position } as MyTrickDetails['open_positions'][number]], 'SBIN', { t, isFixed: false });

test('a stop that rests elsewhere at the broker has a line of its own there, which nobody can drag', () => {
  const entry = { price: 600, label: 'deployments.chart.entry', kind: 'entry' };
  const stop = { price: 500, label: 'deployments.chart.stop', kind: 'stop', dragId: 'stop 7' };
  expect(lines({})).toEqual([entry, stop]);
  const resting = { price: 540, label: 'deployments.chart.stopAtBroker', kind: 'stop' };
  expect(lines({ stopAtBroker: 540 })).toEqual([entry, stop, resting]);
});
