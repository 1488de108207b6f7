import { CallRefused, type Client } from './client.ts';
import { pick } from './seeded.ts';

/** A person, and test tricks of theirs that are acted on at random. */
export interface FuzzedPerson {
  readonly client: Client;
  readonly password: string;
  /** Catalogue tricks to copy. */
  readonly strategies: readonly number[];
  /** Copies so far; an act may add one. */
  readonly tricks: number[];
}

/** How often an act was carried out, and how often the product said no to it. */
export interface ActCount {
  done: number;
  refused: number;
  /** The process that should have answered was dead. */
  unanswered: number;
}

interface Turn extends FuzzedPerson {
  readonly random: () => number;
  readonly key: string;
}

type Act = (turn: Turn) => Promise<unknown>;

const MOST_TRICKS = 24;
const trickOf = ({ tricks, random }: Turn): number => pick(tricks, random);

/** Every call that acts on a trick, or on all of them; what a person orders by hand is no trick's. */
const ACTS: Readonly<Record<string, Act>> = {
  copy: async ({ client, strategies, tricks, random }) => {
    if (tricks.length >= MOST_TRICKS) return;
    const { TricksId } = await client.send('toptenclone', { TricksId: pick(strategies, random) });
    tricks.push(TricksId);
  },
  start: (turn) => turn.client.send('starttrick', { TricksId: trickOf(turn), idempotencyKey: turn.key }),
  'stop entries': (turn) => turn.client.send('stoptrick', { TricksId: trickOf(turn), verb: 'stop_entries' }),
  'stop after exit': (turn) => turn.client.send('stoptrick', { TricksId: trickOf(turn), verb: 'stop_after_exit' }),
  detach: (turn) => turn.client.send('stoptrick', { TricksId: trickOf(turn), verb: 'detach' }),
  sell: (turn) => turn.client.send('sellTrick', { TricksId: trickOf(turn), idempotencyKey: turn.key }),
  'move levels': moveLevels,
  'switch base': switchBase,
  'change settings': (turn) =>
    turn.client.send('setSetting', { TricksId: trickOf(turn), quantityMultiplier: 1 + Math.floor(turn.random() * 4) }),
  'change limits': ({ client, random }) =>
    client.send('setrisksettings', { maxTradesPerDay: 1_000 + Math.floor(random() * 8_000) }),
  'kill switch': async (turn) => {
    await turn.client.send('killswitch', { flatten: turn.random() < 0.5, idempotencyKey: turn.key });
  },
  'lift kill switch': ({ client, password }) => client.send('killswitchlift', { password }),
  'back to test': (turn) => turn.client.send('livetotesttrick', { TricksId: trickOf(turn), idempotencyKey: turn.key }),
  'ask to go live': (turn) => turn.client.send('golivecheck', { TricksId: trickOf(turn) }),
};

const NAMES = Object.keys(ACTS);
/** Starts are as many as what ends a trick, and the kill switch, which ends all of them, comes now and then. */
const OFTEN = ['start', 'start', 'start', 'start', 'sell', 'move levels', 'move levels', 'lift kill switch'];
const CHOICE = [...NAMES, ...NAMES, ...OFTEN, ...OFTEN, ...OFTEN].filter(
  (name, place) => name !== 'kill switch' || place < NAMES.length,
);

/** What came of the acts so far. */
export interface Fuzz {
  readonly counts: ReadonlyMap<string, ActCount>;
  /** Answers that say that the product itself was at fault. */
  readonly internalErrors: readonly string[];
  /** Does one act at random. */
  readonly step: () => Promise<void>;
}

export function fuzzTricks(person: FuzzedPerson, random: () => number): Fuzz {
  const counts = new Map(NAMES.map((name) => [name, { done: 0, refused: 0, unanswered: 0 }]));
  const internalErrors: string[] = [];
  // Each of them comes once at least, if there are steps enough.
  const unseen = [...NAMES];
  const next = (): string => {
    if (unseen.length === 0 || random() < 0.5) return pick(CHOICE, random);
    return unseen.splice(Math.floor(random() * unseen.length), 1)[0] ?? '';
  };
  let steps = 0;
  const step = async (): Promise<void> => {
    steps += 1;
    const name = next();
    const count = counts.get(name) ?? { done: 0, refused: 0, unanswered: 0 };
    try {
      await ACTS[name]?.({ ...person, random, key: `fuzz-${steps}` });
      count.done += 1;
    } catch (error) {
      if (error instanceof CallRefused && error.status < 500) {
        count.refused += 1;
        return;
      }
      count.unanswered += 1;
      if (error instanceof CallRefused && error.code === 'INTERNAL') internalErrors.push(error.message);
    }
  };
  return { counts, internalErrors, step };
}

async function moveLevels(turn: Turn): Promise<void> {
  const { client, random } = turn;
  const { open_positions: held } = await client.send('my-openposition', { type: 'Test' });
  const open = held.flatMap((row) => (row.placedBy === 'trick' ? [row] : []));
  if (open.length === 0) return;
  const { TricksId, positionId, averagePrice, side } = pick(open, random);
  const away = averagePrice * (0.002 + random() * 0.03) * (side === 'buy' ? -1 : 1);
  const stopLoss = Math.round((averagePrice + away) * 20) / 20;
  await client.send('modifySLTrick', { TricksId, positionId, stopLoss });
}

async function switchBase(turn: Turn): Promise<void> {
  const TricksId = trickOf(turn);
  const { trick_details } = await turn.client.send('trickdetails', { TricksId });
  const { baseId } = pick(trick_details.bases, turn.random);
  await turn.client.send('enableDisableTrickBase', { TricksId, baseId, enabled: turn.random() < 0.6 });
}
