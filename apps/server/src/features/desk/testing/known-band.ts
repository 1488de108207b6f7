import { isWithinBand, type PriceBand } from '@trickdesk/domain';

/** How long a question for the band is on its way. */
const READING_MS = 300;
/** For so long the desk waits for the first answer. */
const AWAITED_MS = 500;

interface Facts {
  readonly wall: number;
  readonly lastPaise: number;
  readonly broker: { readonly band: PriceBand | undefined };
}

/** What a desk knows of its broker's band: read a moment late, and again where the market comes to its edge. */
export class KnownBand {
  #known: PriceBand | undefined;
  #askedAtWall: number | undefined;
  readonly #sinceWall: number;

  constructor(wall: number) {
    this.#askedAtWall = wall;
    this.#sinceWall = wall;
  }

  isAwaited(facts: Facts): boolean {
    return this.in(facts) === undefined && facts.wall - this.#sinceWall < AWAITED_MS;
  }

  /** Of a world where it stands now. */
  in({ wall, lastPaise, broker }: Facts): PriceBand | undefined {
    if (this.#askedAtWall !== undefined && wall - this.#askedAtWall >= READING_MS) {
      this.#known = broker.band;
      this.#askedAtWall = undefined;
    }
    const known = this.#known;
    const isAtEdge = known && (lastPaise === known.lowerPaise || lastPaise === known.upperPaise);
    if (!known || isAtEdge || !isWithinBand(lastPaise, known)) this.#askedAtWall ??= wall;
    return known;
  }
}
