import type { BrokerAccess, LogInRequest } from '../../port.ts';

/** Values that must never turn up in a log, an error or a reply; long enough not to occur by chance. */
export const SECRETS = {
  apiKey: 'KEYq7Zx1vB',
  pin: '739146',
  totp: '582903',
  accessToken: 'eyJhbGciOiJIUzUxMiJ9.QUNDRVNT.c2lnMQ',
  refreshToken: 'eyJhbGciOiJIUzUxMiJ9.UkVGUkVTSA.c2lnMg',
  feedToken: 'eyJhbGciOiJIUzUxMiJ9.RkVFRA.c2lnMw',
} as const;

export const LOG_IN: LogInRequest = {
  clientCode: 'S100001',
  apiKey: SECRETS.apiKey,
  pin: SECRETS.pin,
  totp: SECRETS.totp,
};

export const ACCESS: BrokerAccess = {
  clientCode: 'S100001',
  apiKey: SECRETS.apiKey,
  tokens: {
    accessToken: SECRETS.accessToken,
    refreshToken: SECRETS.refreshToken,
    feedToken: SECRETS.feedToken,
    issuedAt: 1_785_209_400_000,
  },
};

export const WIRE_TOKENS = {
  jwtToken: SECRETS.accessToken,
  refreshToken: SECRETS.refreshToken,
  feedToken: SECRETS.feedToken,
  state: null,
};

export const SBIN = { exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ' } as const;
