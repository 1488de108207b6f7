import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterExposure,
  decideHalt,
  decideSell,
  decideStart,
  decideStop,
  type Life,
  mayEnter,
  nameApart,
  STATUS_NUMBERS,
  type StartFacts,
  statusOfNumber,
  warmupSessions,
} from './rules.ts';

const LEGAL = [
  'running/running',
  'running/stopping',
  'running/exiting',
  'halted/stopping',
  'halted/idle',
  'stopped/idle',
  'exited/idle',
];
const word = ({ status, phase }: Life): string => `${status}/${phase}`;
const isWithRunners = ({ status, phase }: Life): boolean =>
  (status === 'running' || status === 'halted') && phase !== 'idle';

const startFacts = (life: Life, changes: Partial<StartFacts> = {}): StartFacts => ({
  ...life,
  capitalPaise: 50_000_00n,
  minCapitalPaise: 25_000_00n,
  goneSymbols: [],
  ...changes,
});

/** A deployment as the service and the runner move it: decisions of its owner, fills, faults. */
class Model {
  life: Life = { status: 'stopped', phase: 'idle' };
  hasExposure = false;

  start(): void {
    if (decideStart(startFacts(this.life)).allowed) this.life = { status: 'running', phase: 'running' };
  }
  stop(): void {
    this.life = decideStop({ ...this.life, hasExposure: this.hasExposure }).next;
  }
  sell(): void {
    this.life = decideSell({ ...this.life, hasExposure: this.hasExposure }).next;
  }
  halt(): void {
    if (isWithRunners(this.life)) this.life = decideHalt({ ...this.life, hasExposure: this.hasExposure });
  }
  enter(): void {
    if (mayEnter(this.life)) this.hasExposure = true;
  }
  becomeFlat(): void {
    if (!isWithRunners(this.life)) return;
    this.hasExposure = false;
    this.life = afterExposure(this.life, false);
  }
}

const STEPS = ['start', 'stop', 'sell', 'halt', 'enter', 'becomeFlat'] as const;
const anySteps = fc.array(fc.constantFrom(...STEPS), { maxLength: 40 });

describe('the life of a deployment', () => {
  test('no sequence of starts, stops, sales, faults, entries and exits reaches an illegal state', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anySteps, (steps) => {
        const model = new Model();
        for (const step of steps) {
          model[step]();
          seen.add(word(model.life));
          expect(LEGAL).toContain(word(model.life));
        }
      }),
      { numRuns: 2_000 },
    );
    expect([...seen].sort()).toEqual([...LEGAL].sort());
  });

  test('whatever holds something stays with the runners: exits never pause', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const model = new Model();
        for (const step of steps) {
          model[step]();
          if (model.hasExposure) expect(isWithRunners(model.life)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a deployment on its way out ends as soon as it is flat, and opens nothing before', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const model = new Model();
        for (const step of steps) model[step]();
        const leaves = model.life.phase === 'stopping' || model.life.phase === 'exiting';
        if (!leaves) return;
        expect(mayEnter(model.life)).toBe(false);
        expect(model.hasExposure).toBe(true);
        model.becomeFlat();
        expect(model.life.phase).toBe('idle');
      }),
      { numRuns: 2_000 },
    );
  });

  test('a deployment that was sold ends as exited even when it is stopped on the way', () => {
    const exiting: Life = { status: 'running', phase: 'exiting' };
    const { next } = decideStop({ ...exiting, hasExposure: true });
    expect(next).toEqual(exiting);
    expect(afterExposure(next, false)).toEqual({ status: 'exited', phase: 'idle' });
    expect(decideStop({ ...exiting, hasExposure: false }).next).toEqual({ status: 'exited', phase: 'idle' });
  });

  test('what runs or is halted can be stopped and sold at any time, whatever it holds', () => {
    const lives: Life[] = [
      ...(['running', 'stopping', 'exiting'] as const).map((phase) => ({ status: 'running', phase }) as const),
      { status: 'halted', phase: 'stopping' },
      { status: 'halted', phase: 'idle' },
    ];
    for (const life of lives) {
      for (const hasExposure of [true, false]) {
        const facts = { ...life, hasExposure };
        expect([decideStop(facts).allowed, decideSell(facts).allowed], word(life)).toEqual([true, true]);
      }
    }
  });

  test('a halted deployment goes on with its exits, and is still halted when it is flat', () => {
    const halted = decideHalt({ status: 'running', phase: 'running', hasExposure: true });
    expect(halted).toEqual({ status: 'halted', phase: 'stopping' });
    expect(afterExposure(halted, false)).toEqual({ status: 'halted', phase: 'idle' });
  });

  test('a fault does not take an order of the owner back', () => {
    for (const phase of ['stopping', 'exiting'] as const) {
      const life: Life = { status: 'running', phase };
      expect(decideHalt({ ...life, hasExposure: true })).toEqual(life);
    }
  });

  test('what does not run can be neither stopped nor sold', () => {
    for (const status of ['stopped', 'exited'] as const) {
      const facts = { status, phase: 'idle', hasExposure: false } as const;
      expect(decideStop(facts).allowed).toBe(false);
      expect(decideSell(facts).allowed).toBe(false);
    }
  });
});

describe('a start', () => {
  const REFUSED: readonly { readonly code: string; readonly changes: Partial<StartFacts> }[] = [
    { code: 'TRICK_ALREADY_RUNNING', changes: { status: 'running', phase: 'running' } },
    { code: 'TRICK_EXITING', changes: { status: 'running', phase: 'stopping' } },
    { code: 'TRICK_EXITING', changes: { status: 'running', phase: 'exiting' } },
    { code: 'TRICK_NO_CAPITAL', changes: { capitalPaise: 0n } },
    { code: 'TRICK_CAPITAL_TOO_SMALL', changes: { capitalPaise: 24_999_99n } },
    { code: 'TRICK_INSTRUMENT_GONE', changes: { goneSymbols: ['SBIN'] } },
  ];

  test.for(REFUSED)('is refused with $code', ({ code, changes }) => {
    const facts = startFacts({ status: 'stopped', phase: 'idle' }, changes);
    expect(decideStart(facts)).toEqual({ allowed: false, code });
  });

  test('is allowed from stopped, exited and halted, with exactly the capital that is needed', () => {
    const lives: Life[] = [
      { status: 'stopped', phase: 'idle' },
      { status: 'exited', phase: 'idle' },
      { status: 'halted', phase: 'idle' },
      { status: 'halted', phase: 'stopping' },
    ];
    for (const life of lives) expect(decideStart(startFacts(life, { capitalPaise: 25_000_00n })).allowed).toBe(true);
  });
});

test('a name apart is none of the taken ones, and the wanted one where that is free', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 5 }), fc.nat({ max: 20 }), (wanted, copies) => {
      const taken = new Set<string>();
      for (let i = 0; i < copies; i += 1) {
        const name = nameApart(wanted, taken);
        expect(taken.has(name)).toBe(false);
        expect(name.startsWith(wanted)).toBe(true);
        expect(name).toBe(i === 0 ? wanted : `${wanted} ${i + 1}`);
        taken.add(name);
      }
    }),
  );
});

test('a warm-up spans four times the bars that indicators need, from five to sixty sessions', () => {
  expect(warmupSessions(1, 1)).toBe(5);
  expect(warmupSessions(200, 15)).toBe(33);
  expect(warmupSessions(10_000, 60)).toBe(60);
  expect(warmupSessions(50, 'day')).toBe(150);
  expect(warmupSessions(1, 'day')).toBe(60);
  fc.assert(
    fc.property(fc.nat({ max: 300 }), fc.constantFrom(1, 3, 5, 10, 15, 30, 60), (bars, minutes) => {
      const sessions = warmupSessions(bars, minutes);
      if (sessions < 60) expect(sessions * Math.floor(375 / minutes)).toBeGreaterThanOrEqual(bars * 4);
    }),
  );
});

test('each status has its number on the wire; 0 asks for all', () => {
  expect(STATUS_NUMBERS).toEqual({ running: 1, stopped: 2, halted: 3, exited: 4 });
  expect([1, 2, 3, 4].map(statusOfNumber)).toEqual(['running', 'stopped', 'halted', 'exited']);
  expect(statusOfNumber(0)).toBeUndefined();
});
