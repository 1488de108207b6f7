import { INDIA_OFFSET_MS } from '@trickdesk/domain';
import { boIdOf, type EdisRequest, SIM_DP_ID } from '../edis/desk.ts';
import { numberField, textField } from './body.ts';
import { failure, type Reply, success } from './reply.ts';
import { clientOf, type Route, type RouteCall, SECURE } from './routes.ts';

const route = (name: string, handle: Route['handle']): Route => ({
  method: 'POST',
  path: `${SECURE}/edis/v1/${name}`,
  limit: {},
  auth: 'session',
  handle,
});

export const edisRoutes: readonly Route[] = [
  route('verifyDis', verifyDis),
  route('generateTPIN', generateTpin),
  route('getTranStatus', transactionStatus),
];

const GENERIC = failure('AG2001', 'Error in the authorisation of holdings');

async function verifyDis(call: RouteCall): Promise<Reply> {
  const wanted = { isin: textField(call.body, 'isin'), quantity: numberField(call.body, 'quantity') };
  const answer = await call.desk.edis.begin(clientOf(call), wanted);
  if (answer.kind === 'refused') return GENERIC;
  const { request } = answer;
  const data = {
    ReqId: request.reqId,
    // Nobody waits for the browser to come back from the simulated depository.
    ReturnURL: '',
    DPId: SIM_DP_ID,
    BOID: boIdOf(request.clientCode),
    TransDtls: request.details,
    version: '1.1',
  };
  if (answer.isNew) return success(data);
  return { kind: 'json', body: { status: false, message: 'Request is already registered', errorcode: 'AG1000', data } };
}

async function generateTpin(call: RouteCall): Promise<Reply> {
  const { body } = call;
  const isSent = await call.desk.edis.sendTpin(clientOf(call), {
    reqId: textField(body, 'ReqId'),
    dpId: textField(body, 'dpId'),
    boId: textField(body, 'boid'),
    pan: textField(body, 'pan'),
  });
  return isSent ? success('') : GENERIC;
}

function transactionStatus(call: RouteCall): Reply {
  const request = call.desk.edis.find(clientOf(call), textField(call.body, 'ReqId'));
  return request ? success({ TransResDtls: resultOf(request) }) : GENERIC;
}

function resultOf({ reqId, authorisedAt }: EdisRequest): object {
  const isAuthorised = authorisedAt !== null;
  return {
    ReqId: reqId,
    ReqType: 'D',
    ResId: isAuthorised ? `R${reqId}` : '',
    ResStatus: isAuthorised ? '0' : '1',
    ResTime: isAuthorised ? stampOf(authorisedAt) : '',
    ResError: '',
    Remarks: '',
    RecordResDtls: [
      { TxnReqId: reqId, TxnId: isAuthorised ? `T${reqId}` : '', Status: isAuthorised ? 1 : 0, Errorcode: '' },
    ],
  };
}

/** `ddMMyyyyHHmmss`, Indian time. */
function stampOf(at: number): string {
  const iso = new Date(at + INDIA_OFFSET_MS).toISOString();
  return `${iso.slice(8, 10)}${iso.slice(5, 7)}${iso.slice(0, 4)}${iso.slice(11, 19).replaceAll(':', '')}`;
}
