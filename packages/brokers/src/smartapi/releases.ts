import { z } from 'zod';
import type { BrokerAccess, BrokerReply } from '../port.ts';
import type { BrokerReleases, ReleaseOutcome, SaleRelease } from '../port-releases.ts';
import { zText } from './reading.ts';
import { accessCall } from './sessions.ts';
import type { Transport } from './transport.ts';

export const CDSL_FORM_URL = 'https://edis.cdslindia.com/eDIS/VerifyDIS/';

const zBegun = z.object({
  ReqId: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1)),
  DPId: zText,
  BOID: zText,
  TransDtls: zText,
  version: zText,
});

const zOutcome = z
  .object({
    TransResDtls: z.object({
      ResError: zText,
      Remarks: zText,
      RecordResDtls: z.array(z.object({ TxnId: zText, Status: zText, Errorcode: zText })).nullish(),
    }),
  })
  .transform(({ TransResDtls: { ResError, Remarks, RecordResDtls } }): ReleaseOutcome => {
    const records = RecordResDtls ?? [];
    if (records.length > 0 && records.every(({ Status }) => Status === '1')) return { status: 'released', text: '' };
    // A record that was not worked on yet has neither a number of the depository's nor an error.
    const error = records.map(({ Errorcode }) => Errorcode).find((code) => code !== '') ?? ResError;
    return error === '' ? { status: 'waiting', text: '' } : { status: 'refused', text: Remarks || error };
  });

const zNothing = z.unknown().transform(() => null);

/** eDIS in the name of one signed-in client. */
export function createReleases(
  { transport, formUrl }: { readonly transport: Transport; readonly formUrl: string },
  access: BrokerAccess,
): BrokerReleases {
  return {
    begin: async ({ isin, quantity }) => {
      const body = { isin, quantity: String(quantity) };
      const reply = await transport(accessCall(access, { endpoint: 'beginRelease', body, repeatable: false }), zBegun);
      return reply.kind === 'ok' ? releaseOf(reply.value, formUrl) : reply;
    },
    sendTpin: async ({ requestId, depositoryId, depositoryAccount }, pan) => {
      const body = { dpId: depositoryId, ReqId: requestId, boid: depositoryAccount, pan };
      const call = accessCall(access, { endpoint: 'sendTpin', body, repeatable: false });
      return transport({ ...call, secrets: [...call.secrets, pan] }, zNothing);
    },
    outcome: async (requestId) => {
      const body = { ReqId: requestId };
      return transport(accessCall(access, { endpoint: 'releaseOutcome', body, repeatable: true }), zOutcome);
    },
  };
}

function releaseOf(begun: z.output<typeof zBegun>, action: string): BrokerReply<SaleRelease> {
  const { ReqId, DPId, BOID, TransDtls, version } = begun;
  // Of a request that is open already the broker need not repeat what the form is made of.
  if (DPId === '' || TransDtls === '') {
    const message = 'A request for this share is open already. Go on where it was begun, or ask again later.';
    return { kind: 'refused', code: 'AG1000', message };
  }
  return {
    kind: 'ok',
    value: {
      requestId: ReqId,
      form: { action, fields: { DPId, ReqId, Version: version, TransDtls } },
      depositoryId: DPId,
      depositoryAccount: BOID,
    },
  };
}
