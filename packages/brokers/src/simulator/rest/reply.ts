/** What a route answers; the front desk turns it into bytes. */
export type Reply =
  | { readonly kind: 'json'; readonly body: unknown }
  | { readonly kind: 'text'; readonly status: number; readonly type: string; readonly text: string };

/** `nothing`: an empty body; `cut`: the connection ends without an answer. */
export type Served = Reply | 'nothing' | 'cut';

export function success(data: unknown): Reply {
  return { kind: 'json', body: { status: true, message: 'SUCCESS', errorcode: '', data } };
}

/** Application errors travel as HTTP 200. */
export function failure(errorcode: string, message: string): Reply {
  return { kind: 'json', body: { status: false, message, errorcode, data: null } };
}

/** The gateway in front of the application spells its keys differently. */
export function gatewayFailure(errorCode: string, message: string): Reply {
  return { kind: 'json', body: { success: false, message, errorCode, data: '' } };
}

/** Whether the application said yes. */
export function isSuccess(reply: Reply): boolean {
  const { body } = reply.kind === 'json' ? reply : { body: undefined };
  return typeof body === 'object' && body !== null && 'status' in body && body.status === true;
}

export const TOO_FAST: Reply = {
  kind: 'text',
  status: 403,
  type: 'text/plain',
  text: 'Access denied because of exceeding access rate',
};

export const WAF_PAGE: Reply = {
  kind: 'text',
  status: 200,
  type: 'text/html',
  text: '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected.</body></html>',
};

export const UNREGISTERED_IP = gatewayFailure(
  'AG7002',
  'Access denied: Unregistered IP address. Register your IP before retrying.',
);

export const SOMETHING_WRONG = failure('AB1004', 'Something Went Wrong, Please Try After Sometime');
