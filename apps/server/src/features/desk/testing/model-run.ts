import type { OrderNews } from '../../deployments/index.ts';
import type { OpenIntentRow, OpenPositionRow, UntakenRow } from '../store.ts';

type Intent = { -readonly [Key in keyof OpenIntentRow]: OpenIntentRow[Key] } & { isEnded: boolean };

/** A run as its rows show it: what it wants, what it holds, and what it was told and has not taken in. */
export class ModelRun {
  readonly deploymentId: number;
  /** Of the position that it holds or enters next: a trick that goes both ways turns while it holds nothing. */
  entrySide: 'buy' | 'sell';
  readonly intents: Intent[] = [];
  held = 0;
  stopPaise: number | undefined;
  isHalted = false;
  /** Units by all that it was ever told. */
  toldIn = 0;
  toldOut = 0;
  /** Units that went to its owner. */
  detached = 0;
  readonly #untaken: OrderNews[] = [];

  constructor(deploymentId: number, entrySide: 'buy' | 'sell') {
    this.deploymentId = deploymentId;
    this.entrySide = entrySide;
  }

  want(purpose: 'entry' | 'exit', quantity: number, rule: 'exit' | 'stop' = 'exit'): OpenIntentRow {
    const id = this.intents.length + 1;
    const intent: Intent = {
      id: this.deploymentId * 100_000 + id,
      deployment_id: this.deploymentId,
      run_number: 1,
      intent_id: id,
      purpose,
      symbol: 'SBIN',
      quantity,
      filled_quantity: 0,
      at: new Date(0),
      decision: JSON.stringify({ rule }),
      isEnded: false,
      withdrawn: false,
    };
    this.intents.push(intent);
    return intent;
  }

  get isIdle(): boolean {
    return this.held === 0 && this.#untaken.length === 0 && this.openIntents().length === 0;
  }

  openIntents(): OpenIntentRow[] {
    return this.intents.filter((intent) => !intent.isEnded);
  }

  position(): OpenPositionRow[] {
    if (this.held === 0) return [];
    const direction = this.entrySide === 'buy' ? 'long' : 'short';
    const { deploymentId: deployment_id, held: quantity, stopPaise } = this;
    return [{ deployment_id, run_number: 1, symbol: 'SBIN', direction, quantity, stop_paise: stopPaise ?? null }];
  }

  untaken(): UntakenRow[] {
    return this.#untaken.flatMap((news): UntakenRow[] => {
      const place = { deployment_id: this.deploymentId, run_number: 1 };
      if (news.kind === 'fill') return [{ ...place, quantity: news.quantity, intent_id: news.intentId, base: null }];
      if (news.kind !== 'broker_exit') return [];
      return [{ ...place, quantity: news.quantity, intent_id: null, base: news.base }];
    });
  }

  tell(news: OrderNews): void {
    this.#untaken.push(news);
  }

  /** Takes in what it was told. Answers whether the position has changed. */
  take(): boolean {
    const news = this.#untaken.splice(0);
    for (const item of news) this.#takeOne(item);
    return news.length > 0;
  }

  /** Its owner has taken the position over. */
  detach(): void {
    this.detached += this.held;
    this.held = 0;
    this.stopPaise = undefined;
    for (const intent of this.intents) intent.isEnded = true;
  }

  #takeOne(news: OrderNews): void {
    switch (news.kind) {
      case 'fill':
        this.#fill(news.intentId, news.quantity);
        return;
      case 'ended':
        for (const intent of this.intents) if (intent.intent_id === news.intentId) intent.isEnded = true;
        return;
      case 'broker_exit':
        this.#move('exit', news.quantity);
        return;
      case 'halt':
        this.isHalted = true;
        return;
      case 'block':
        return;
    }
  }

  #fill(intentId: number, quantity: number): void {
    const intent = this.intents.find((own) => own.intent_id === intentId);
    if (!intent) throw new Error(`a fill of intent ${intentId}, which nobody wanted`);
    intent.filled_quantity += quantity;
    if (intent.filled_quantity > intent.quantity) throw new Error(`intent ${intentId} was filled beyond its quantity`);
    if (intent.filled_quantity === intent.quantity) intent.isEnded = true;
    this.#move(intent.purpose, quantity);
  }

  #move(purpose: 'entry' | 'exit', quantity: number): void {
    if (purpose === 'entry') this.toldIn += quantity;
    else this.toldOut += quantity;
    this.held += purpose === 'entry' ? quantity : -quantity;
    if (this.held < 0) throw new Error('the run was told of more exits than it had entered');
    if (this.held > 0) return;
    this.stopPaise = undefined;
    for (const intent of this.intents) if (intent.purpose === 'exit') intent.isEnded = true;
  }
}
