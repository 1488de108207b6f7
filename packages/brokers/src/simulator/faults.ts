import { z } from 'zod';

/**
 * How one route, or every route (`*`), misbehaves: `cut` breaks the connection off without an answer, `hang` says
 * nothing for `ms` and then breaks off, `refuse` answers with the broker's envelope of an application error.
 */
const zRouteFault = z.strictObject({
  /** Last part of the path: `getCandleData`, `placeOrder`, `loginByPassword`, …; `*` is every one. */
  route: z.string().min(1),
  kind: z.enum(['slow', 'empty', 'waf', 'http', 'ab1004', 'null', 'cut', 'hang', 'refuse']),
  /** Hits this client only; absent: every client. */
  client: z.string().min(1).optional(),
  /** For `slow` and `hang`: milliseconds before the answer or the end. */
  ms: z.number().int().min(0).max(120_000).default(8_000),
  /** For `http`: the status. */
  status: z.number().int().min(400).max(599).default(500),
  /** For `refuse`. */
  code: z.string().default('AB2001'),
  text: z.string().default('Internal Error'),
  /** `before`: nothing happens but the fault; `after`: the call takes effect and then its answer is spoilt. */
  when: z.enum(['before', 'after']).default('before'),
  /** After so many calls the fault is over; absent: until it is cleared. */
  times: z.number().int().min(1).optional(),
});
export type RouteFault = z.infer<typeof zRouteFault>;

/** The next orders that are taken and then rejected, with this text in the book. */
const zRejection = z.strictObject({
  text: z.string().min(1),
  client: z.string().min(1).optional(),
  times: z.number().int().min(1).optional(),
});
export type ForcedRejection = z.infer<typeof zRejection>;

/** What befalls the updates of orders on their sockets; wall milliseconds. */
const zUpdateFaults = z.strictObject({
  delayMs: z.number().int().min(0).max(60_000).default(0),
  /** How often each update is sent beyond the first time. */
  copies: z.number().int().min(0).max(5).default(0),
  /** Updates of so many milliseconds are kept together and sent last first. */
  reorderMs: z.number().int().min(0).max(60_000).default(0),
  /** So many updates, the next ones, are lost. */
  lose: z.number().int().min(0).default(0),
});
export type UpdateFaults = z.infer<typeof zUpdateFaults>;

/** Body of `POST /__sim/faults`. What is absent stays as it is. */
export const zFaultOrder = z.strictObject({
  /** First forgets every fault below and switches limits on again. */
  clear: z.literal(true).optional(),
  routes: z.array(zRouteFault).optional(),
  rejections: z.array(zRejection).optional(),
  /** Tokens of shares that the exchange warns of; replaces those before. */
  cautionary: z.array(z.string().min(1)).optional(),
  updates: zUpdateFaults.optional(),
  rateLimit: z.boolean().optional(),
  /** Accept a one-time code twice. */
  allowTotpReuse: z.boolean().optional(),
  /** Order and rule writes come from an address that is not registered for the key. */
  unregisteredIp: z.boolean().optional(),
  /** Milliseconds that every call takes on its way to the broker, and again on the way back. */
  latencyMs: z.number().int().min(0).max(10_000).optional(),
  /** Exchange seconds after its end in which the candle of a minute is not there yet; 0 ends it. */
  candleLagSeconds: z.number().min(0).max(3_600).optional(),
  /** The order socket's handshake is answered with this status; 0 ends it. */
  orderSocketStatus: z.literal([0, 401, 403, 429, 500, 503]).optional(),
  expireTokens: z.enum(['access', 'all']).optional(),
  dropSockets: z.literal(true).optional(),
  /** Wall seconds in which sockets stay open and nothing but `pong` is sent. */
  muteFeedSeconds: z.number().min(0).max(86_400).optional(),
  /** Exchange seconds whose packets are lost. */
  gapSeconds: z.number().min(0).max(86_400).optional(),
  dropOrderSockets: z.literal(true).optional(),
  /** As `muteFeedSeconds`, for the order socket; its updates are lost. */
  muteOrdersSeconds: z.number().min(0).max(86_400).optional(),
});
export type FaultOrder = z.infer<typeof zFaultOrder>;

const zSettings = z.strictObject({
  routes: z.array(zRouteFault),
  rejections: z.array(zRejection).default([]),
  cautionary: z.array(z.string()).default([]),
  updates: zUpdateFaults.prefault({}),
  rateLimit: z.boolean(),
  allowTotpReuse: z.boolean(),
  unregisteredIp: z.boolean().default(false),
  latencyMs: z.number().default(0),
  candleLagSeconds: z.number().default(0),
  orderSocketStatus: z.number().default(0),
});
export type FaultSettings = z.infer<typeof zSettings>;

const HEALTHY: FaultSettings = zSettings.parse({ routes: [], rateLimit: true, allowTotpReuse: false });

export interface Faults {
  readonly settings: () => FaultSettings;
  readonly apply: (order: FaultOrder) => void;
  /** The fault that hits this call, if one does; counts down those that are for a few calls only. */
  readonly take: (route: string, when: 'before' | 'after', client?: string) => RouteFault | undefined;
  /** Why the exchange is to reject the client's next order, if it is. */
  readonly takeRejection: (client: string) => string | undefined;
  /** Whether the exchange warns of the share. */
  readonly isCautionary: (token: string) => boolean;
  /** Whether the next order update is lost. */
  readonly takeLoss: () => boolean;
  readonly toJson: () => string;
}

export function createFaults(stored: string | undefined, rateLimit: boolean): Faults {
  let settings: FaultSettings = stored === undefined ? { ...HEALTHY, rateLimit } : readStored(stored, rateLimit);
  return {
    settings: () => settings,
    apply: (order) => {
      settings = applied(order.clear ? { ...HEALTHY, rateLimit } : settings, order);
    },
    take: (route, when, client) => {
      const hit = settings.routes.find(
        (fault) =>
          fault.when === when &&
          (fault.route === '*' || fault.route === route) &&
          (fault.client === undefined || fault.client === client),
      );
      if (hit) settings = { ...settings, routes: countedDown(settings.routes, hit) };
      return hit;
    },
    takeRejection: (client) => {
      const hit = settings.rejections.find((fault) => fault.client === undefined || fault.client === client);
      if (hit) settings = { ...settings, rejections: countedDown(settings.rejections, hit) };
      return hit?.text;
    },
    isCautionary: (token) => settings.cautionary.includes(token),
    takeLoss: () => {
      const { lose } = settings.updates;
      if (lose > 0) settings = { ...settings, updates: { ...settings.updates, lose: lose - 1 } };
      return lose > 0;
    },
    toJson: () => JSON.stringify(settings),
  };
}

function applied(base: FaultSettings, order: FaultOrder): FaultSettings {
  return {
    routes: [...base.routes, ...(order.routes ?? [])],
    rejections: [...base.rejections, ...(order.rejections ?? [])],
    cautionary: order.cautionary ?? base.cautionary,
    updates: order.updates ?? base.updates,
    rateLimit: order.rateLimit ?? base.rateLimit,
    allowTotpReuse: order.allowTotpReuse ?? base.allowTotpReuse,
    unregisteredIp: order.unregisteredIp ?? base.unregisteredIp,
    latencyMs: order.latencyMs ?? base.latencyMs,
    candleLagSeconds: order.candleLagSeconds ?? base.candleLagSeconds,
    orderSocketStatus: order.orderSocketStatus ?? base.orderSocketStatus,
  };
}

/** The list after one hit: a fault for a few calls has one less to go. */
function countedDown<F extends { readonly times?: number | undefined }>(faults: F[], hit: F): F[] {
  if (hit.times === undefined) return faults;
  const left = hit.times - 1;
  return faults.flatMap((fault) => {
    if (fault !== hit) return [fault];
    return left > 0 ? [{ ...fault, times: left }] : [];
  });
}

/** Settings that an older release stored in another form are no reason not to start: the broker is healthy then. */
function readStored(stored: string, rateLimit: boolean): FaultSettings {
  const parsed = zSettings.safeParse(JSON.parse(stored));
  return parsed.success ? parsed.data : { ...HEALTHY, rateLimit };
}
