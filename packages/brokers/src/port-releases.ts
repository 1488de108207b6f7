import type { BrokerAccess, BrokerReply } from './port.ts';

/**
 * A request to the depository to release shares for sale (eDIS), as its page wants it. Accounts that gave their broker a
 * standing authorisation (DDPI) need none.
 */
export interface SaleRelease {
  /** The broker's number of the request; good on its day. */
  readonly requestId: string;
  /** The depository's form: its owner's browser posts it there. No TPIN and no code passes through here. */
  readonly form: { readonly action: string; readonly fields: Readonly<Record<string, string>> };
  /** Who holds the shares, as `sendTpin` wants it. */
  readonly depositoryId: string;
  readonly depositoryAccount: string;
}

/** `waiting`: the owner has not been at the depository's page, or has not finished there. */
export interface ReleaseOutcome {
  readonly status: 'released' | 'waiting' | 'refused';
  /** What the depository said of a refusal; empty otherwise. */
  readonly text: string;
}

/** Releases of shares for one signed-in client. */
export interface BrokerReleases {
  /** Begins a request, or finds the one of today that is open for the same share already. */
  readonly begin: (share: { readonly isin: string; readonly quantity: number }) => Promise<BrokerReply<SaleRelease>>;
  /** Has the depository send its owner a new TPIN. */
  readonly sendTpin: (release: SaleRelease, pan: string) => Promise<BrokerReply<null>>;
  readonly outcome: (requestId: string) => Promise<BrokerReply<ReleaseOutcome>>;
}

export interface BrokerReleaseApi {
  /** Where the depository's form is posted; a page that holds it must be allowed to. */
  readonly releaseFormUrl: string;
  /** Cheap: make a new one when the tokens change. */
  readonly releases: (access: BrokerAccess) => BrokerReleases;
}
